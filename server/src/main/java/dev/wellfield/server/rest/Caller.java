package dev.wellfield.server.rest;

import dev.wellfield.core.tenancy.Grants;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Who asks.
 *
 * @param grants what the caller may do, with the principal's name
 * @param tokenId the token that was presented; null for a console session and for nobody
 * @param sessionHash the hash of the console session's secret; null where there is none
 */
public record Caller(
        Grants grants, @Nullable UUID tokenId, @Nullable String sessionHash) {
    /** The caller of an operation that needs no sign-in: may do nothing and has no name. */
    public static final Caller NOBODY = new Caller(new Grants("", List.of(), null), null, null);

    /** The principal's name; empty for nobody. */
    public String principal() {
        return grants.principal();
    }
}
