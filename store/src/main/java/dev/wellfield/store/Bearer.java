package dev.wellfield.store;

import dev.wellfield.core.tenancy.Grants;
import dev.wellfield.core.tenancy.Permission;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Whoever a valid token or session belongs to.
 *
 * @param tokenId null for a session that comes from a password
 */
public record Bearer(@Nullable UUID tokenId, UUID principalId, Grants grants) {
    /** From the token's {@code id} and {@code scopes}, and the principal's {@code principal_id} and {@code name}. */
    static Bearer of(Handle handle, ResultSet rows) throws SQLException {
        UUID principalId = Rows.uuid(rows, "principal_id");
        List<String> scopes = Tokens.scopes(rows);
        Set<Permission> limit = scopes == null
                ? null
                : scopes.stream()
                        .flatMap(scope -> Permission.find(scope).stream())
                        .collect(Collectors.toSet());
        return new Bearer(
                rows.getObject("id", UUID.class),
                principalId,
                new Grants(rows.getString("name"), new Principals(handle).bindings(principalId), limit));
    }
}
