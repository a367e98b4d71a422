package dev.wellfield.core.serving;

import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Something that can be called by name.
 *
 * @param owner the tenant that it belongs to
 * @param contextTokens prompt and answer together, at most
 * @param outputCeilingTokens injected as the limit of the answer where a request names none; null injects nothing
 * @param published other tenants may call it too
 * @param kinds what it can be asked for
 */
public record Model(
        UUID id,
        String owner,
        String name,
        int contextTokens,
        @Nullable Integer outputCeilingTokens,
        boolean published,
        Set<CallKind> kinds) {
    public Model {
        kinds = Set.copyOf(kinds);
    }

    /** Whether a caller of {@code tenant} sees it. */
    public boolean visibleTo(String tenant) {
        return published || owner.equals(tenant);
    }
}
