package dev.wellfield.core.tenancy;

import org.jspecify.annotations.Nullable;

/**
 * What a quota says in one dimension, in its unit.
 *
 * @param guarantee what the tenant gets whenever it asks
 * @param ceiling what it never exceeds; null means that only capacity limits it
 */
public record Limit(long guarantee, @Nullable Long ceiling) {
    /** Not limited, and nothing guaranteed. */
    public static final Limit NONE = new Limit(0, null);

    public Limit {
        if (guarantee < 0) {
            throw new IllegalArgumentException("guarantee (" + guarantee + ") must be at least 0");
        }
        if (ceiling != null && ceiling < guarantee) {
            throw new IllegalArgumentException(
                    "ceiling (" + ceiling + ") must be at least the guarantee (" + guarantee + ")");
        }
    }

    /** Whether {@code amount} stays under the ceiling. */
    public boolean allows(long amount) {
        return ceiling == null || amount <= ceiling;
    }
}
