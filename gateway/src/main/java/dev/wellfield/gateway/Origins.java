package dev.wellfield.gateway;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Web pages that may call the gateway from a browser: by default none. Any thread may use it. */
final class Origins {
    private volatile Set<String> allowed = Set.of();

    void allow(Set<String> origins) {
        allowed = Set.copyOf(origins);
    }

    /** @param origin as a browser says it; null if it says none */
    boolean allows(@Nullable String origin) {
        return origin != null && allowed.contains(origin);
    }
}
