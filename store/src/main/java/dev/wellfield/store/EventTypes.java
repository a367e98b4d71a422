package dev.wellfield.store;

import dev.wellfield.core.scheduling.WorkloadState.Phase;
import java.util.Collections;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Every type of event that there is. The contract lists the same, and the console has a sentence for each in both languages:
 * what isn't here can't be appended, so none is forgotten there.
 */
public final class EventTypes {
    /** In the order of the alphabet. */
    public static final Set<String> ALL = all();

    private EventTypes() {}

    private static Set<String> all() {
        Set<String> all = new TreeSet<>(Set.of(
                "workload.submitted",
                "workload.cancel-requested",
                "workload.deleted",
                "clock.jumped",
                "endpoint.added",
                "alert.firing",
                "alert.resolved",
                "alert.acknowledged",
                "api-key.revoked",
                "principal.disabled",
                "principal.enabled",
                "principal.password-changed",
                "principal.password-reset",
                "token.created",
                "token.revoked",
                "invitation.created",
                "invitation.accepted",
                "invitation.revoked",
                "member.changed",
                "member.removed"));
        for (Phase phase : Phase.values()) {
            all.add("workload." + phase.name().toLowerCase(Locale.ROOT));
        }
        for (Kind kind : Kind.values()) {
            all.add(kind.aggregate() + ".created");
            all.add(kind.aggregate() + ".changed");
            all.add(kind.aggregate() + ".deleted");
        }
        return Collections.unmodifiableSet(all);
    }

    static void require(String type) {
        if (!ALL.contains(type)) {
            throw new IllegalArgumentException("event type (" + type
                    + ") must be one that people can read: add it here, to EventType in the contract, and its sentence to the"
                    + " console's dictionaries");
        }
    }
}
