package dev.wellfield.core.serving;

import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A tenant's key to the gateway. Its secret is never kept, only the secret's SHA-256.
 *
 * @param prefix the first characters of the secret, to recognise it by
 * @param hash SHA-256 of the secret, lower-case hex
 * @param models names that it may call; null means all that its tenant sees
 * @param scopes what it may be used for; null means everything
 * @param limits of the key itself
 * @param expiresAt from then on it is refused; null means never
 */
public record ApiKey(
        UUID id,
        String tenant,
        String name,
        String prefix,
        String hash,
        @Nullable Set<String> models,
        @Nullable Set<KeyScope> scopes,
        Limits limits,
        @Nullable Instant expiresAt) {
    public ApiKey {
        models = models == null ? null : Set.copyOf(models);
        scopes = scopes == null ? null : Set.copyOf(scopes);
        Objects.requireNonNull(limits, "limits");
    }

    public boolean expired(Instant now) {
        return expiresAt != null && !now.isBefore(expiresAt);
    }

    public boolean mayCall(String model) {
        return models == null || models.contains(model);
    }

    public boolean mayUse(KeyScope scope) {
        return scopes == null || scopes.contains(scope);
    }
}
