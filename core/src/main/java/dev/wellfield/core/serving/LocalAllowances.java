package dev.wellfield.core.serving;

import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The allowances of a gateway that is alone: it counts what it has admitted itself. Any thread may call it. What isn't in
 * use takes no memory.
 */
public final class LocalAllowances implements Allowances {
    private final ConcurrentHashMap<UUID, Integer> byKey = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Integer> byTenant = new ConcurrentHashMap<>();

    @Override
    public Admission tryAdmit(ApiKey key, @Nullable Integer tenantLimit) {
        Integer keyLimit = key.concurrentRequests();
        if (!take(byKey, key.id(), keyLimit)) {
            return new Admission.Refused(Scope.KEY, keyLimit == null ? 0 : keyLimit);
        }
        if (!take(byTenant, key.tenant(), tenantLimit)) {
            giveBack(byKey, key.id());
            return new Admission.Refused(Scope.TENANT, tenantLimit == null ? 0 : tenantLimit);
        }
        AtomicBoolean held = new AtomicBoolean(true);
        return new Admission.Granted(() -> {
            if (held.compareAndSet(true, false)) {
                giveBack(byKey, key.id());
                giveBack(byTenant, key.tenant());
            }
        });
    }

    private static <K> boolean take(ConcurrentHashMap<K, Integer> counts, K of, @Nullable Integer limit) {
        boolean[] taken = {false};
        counts.compute(of, (key, count) -> {
            int now = count == null ? 0 : count;
            taken[0] = limit == null || now < limit;
            return taken[0] ? Integer.valueOf(now + 1) : count;
        });
        return taken[0];
    }

    private static <K> void giveBack(ConcurrentHashMap<K, Integer> counts, K of) {
        counts.computeIfPresent(of, (key, count) -> count == 1 ? null : count - 1);
    }

    /** How many keys and tenants have requests now. */
    int inUse() {
        return byKey.size() + byTenant.size();
    }
}
