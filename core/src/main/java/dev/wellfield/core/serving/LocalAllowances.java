package dev.wellfield.core.serving;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The allowances of a gateway that is alone: it counts what it has admitted itself. Any thread may call it; its lock is
 * held for moments only. What isn't in use takes no memory, a minute later at most.
 */
public final class LocalAllowances implements Allowances {
    private static final long NANOS_PER_MICRO = 1_000;
    private static final long SWEEP_MICROS = 60_000_000;

    private final Map<UUID, Account> byKey = new HashMap<>();
    private final Map<String, Account> byTenant = new HashMap<>();
    private long sweptMicros;

    @Override
    public synchronized Admission tryAdmit(Ask ask, long nowNanos) {
        long now = nowNanos / NANOS_PER_MICRO;
        sweep(now);
        UUID keyId = ask.key().id();
        String tenantName = ask.key().tenant();
        Account key = byKey.computeIfAbsent(keyId, id -> new Account(Scope.KEY));
        Account tenant = byTenant.computeIfAbsent(tenantName, name -> new Account(Scope.TENANT));
        key.limits(ask.key().limits(), now);
        tenant.limits(ask.tenant(), now);

        Standing before = standing(key, tenant, now);
        Optional<Admission> refusal = Stream.<Supplier<@Nullable Admission>>of(
                        () -> key.excess(ask.tokens(), before),
                        () -> tenant.excess(ask.tokens(), before),
                        () -> key.shortfall(ask.tokens(), before, now),
                        () -> tenant.shortfall(ask.tokens(), before, now))
                .flatMap(check -> Stream.ofNullable(check.get()))
                .findFirst();
        if (refusal.isPresent()) {
            forgetIfIdle(keyId, tenantName, now);
            return refusal.get();
        }
        long reserved = tenant.available(key.available(ask.tokens().most(), now), now);
        Lease lease = new Held(keyId, tenantName, key.take(reserved, now), tenant.take(reserved, now));
        return new Admission.Granted(lease, standing(key, tenant, now));
    }

    /** What one request has taken, of its key and of its tenant. */
    private final class Held implements Lease {
        private final UUID keyId;
        private final String tenantName;
        private final Account.Taken ofKey;
        private final Account.Taken ofTenant;
        private boolean settled;

        Held(UUID keyId, String tenantName, Account.Taken ofKey, Account.Taken ofTenant) {
            this.keyId = keyId;
            this.tenantName = tenantName;
            this.ofKey = ofKey;
            this.ofTenant = ofTenant;
        }

        @Override
        public void settle(long tokens, long nowNanos) {
            synchronized (LocalAllowances.this) {
                if (!settled) {
                    settled = true;
                    long now = nowNanos / NANOS_PER_MICRO;
                    ofKey.settle(tokens, now);
                    ofTenant.settle(tokens, now);
                    forgetIfIdle(keyId, tenantName, now);
                }
            }
        }
    }

    private static Standing standing(Account key, Account tenant, long now) {
        return new Standing(
                tighter(key.requests(now), tenant.requests(now)), tighter(key.tokens(now), tenant.tokens(now)));
    }

    private static @Nullable Budget tighter(@Nullable Budget one, @Nullable Budget other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return other.remaining() < one.remaining() ? other : one;
    }

    private void forgetIfIdle(UUID keyId, String tenant, long now) {
        byKey.computeIfPresent(keyId, (id, account) -> account.isIdle(now) ? null : account);
        byTenant.computeIfPresent(tenant, (name, account) -> account.isIdle(now) ? null : account);
    }

    private void sweep(long now) {
        if (now - sweptMicros >= SWEEP_MICROS) {
            sweptMicros = now;
            byKey.values().removeIf(account -> account.isIdle(now));
            byTenant.values().removeIf(account -> account.isIdle(now));
        }
    }

    /** How many keys and tenants are remembered. */
    synchronized int inUse() {
        return byKey.size() + byTenant.size();
    }
}
