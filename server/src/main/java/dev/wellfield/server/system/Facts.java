package dev.wellfield.server.system;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What this installation is and what it can enforce.
 *
 * @param gatewayUrl null where this process runs no gateway
 * @param limits CGROUP_V2, CGROUP_V1 or NONE
 * @param limitsReason why, in a sentence
 * @param limiters HAMI_CORE, MPS: device limiters that are loaded
 * @param realCards cards that the driver reports
 * @param realCardsReason why there are none
 */
public record Facts(
        String version,
        List<String> roles,
        @Nullable String gatewayUrl,
        String dataDirectory,
        boolean tenantsIsolated,
        String limits,
        String limitsReason,
        List<String> limiters,
        int realCards,
        String realCardsReason,
        boolean embeddedDatabase) {
    public Facts {
        roles = List.copyOf(roles);
        limiters = List.copyOf(limiters);
    }
}
