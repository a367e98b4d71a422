package dev.wellfield.core.serving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.core.serving.Allowances.Admission;
import dev.wellfield.core.serving.Allowances.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What every {@link Allowances} has to do. */
public abstract class AllowancesContract {
    /** A fresh one, with nothing in use. */
    protected abstract Allowances allowances();

    @Test
    public void a_key_gets_as_many_requests_at_a_time_as_its_limit_says() {
        Allowances allowances = allowances();
        ApiKey key = key("team", 2);

        granted(allowances, key, null);
        granted(allowances, key, null);

        assertThat(allowances.tryAdmit(key, null)).isEqualTo(new Admission.Refused(Scope.KEY, 2));
    }

    @Test
    public void a_tenants_limit_counts_over_all_its_keys() {
        Allowances allowances = allowances();

        granted(allowances, key("team", null), 2);
        granted(allowances, key("team", 5), 2);

        assertThat(allowances.tryAdmit(key("team", null), 2)).isEqualTo(new Admission.Refused(Scope.TENANT, 2));
        granted(allowances, key("other", null), 2);
    }

    @Test
    public void a_place_given_back_can_be_taken_again_and_giving_it_back_twice_frees_one() {
        Allowances allowances = allowances();
        ApiKey key = key("team", 2);
        Allowances.Lease first = granted(allowances, key, 2);
        granted(allowances, key, 2);

        first.release();
        first.release();

        granted(allowances, key, 2);
        assertThat(allowances.tryAdmit(key, 2)).isInstanceOf(Admission.Refused.class);
    }

    @Test
    public void a_request_that_the_tenant_refuses_takes_no_place_of_the_key() {
        Allowances allowances = allowances();
        ApiKey busy = key("team", null);
        ApiKey key = key("team", 1);
        Allowances.Lease lease = granted(allowances, busy, 1);
        assertThat(allowances.tryAdmit(key, 1)).isEqualTo(new Admission.Refused(Scope.TENANT, 1));

        lease.release();

        granted(allowances, key, 1);
    }

    @Test
    public void without_limits_nothing_is_refused() {
        Allowances allowances = allowances();
        ApiKey key = key("team", null);

        for (int i = 0; i < 1_000; i++) {
            granted(allowances, key, null);
        }
    }

    @Test
    public void a_limit_of_nought_admits_nothing() {
        assertThat(allowances().tryAdmit(key("team", null), 0)).isEqualTo(new Admission.Refused(Scope.TENANT, 0));
    }

    @Test
    public void many_threads_never_get_more_than_the_limit() throws Exception {
        Allowances allowances = allowances();
        ApiKey key = key("team", 7);
        AtomicInteger inUse = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch start = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Future<?>> all = new ArrayList<>();
            for (int thread = 0; thread < 8; thread++) {
                all.add(threads.submit(() -> {
                    start.await();
                    for (int i = 0; i < 5_000; i++) {
                        if (allowances.tryAdmit(key, 5) instanceof Admission.Granted(Allowances.Lease lease)) {
                            most.accumulateAndGet(inUse.incrementAndGet(), Math::max);
                            inUse.decrementAndGet();
                            lease.release();
                        }
                    }
                    return null;
                }));
            }
            start.countDown();
            for (Future<?> one : all) {
                one.get();
            }
        }
        assertThat(most.get()).isBetween(1, 5);
    }

    protected static Allowances.Lease granted(Allowances allowances, ApiKey key, @Nullable Integer tenantLimit) {
        Admission admission = allowances.tryAdmit(key, tenantLimit);
        assertThat(admission).isInstanceOf(Admission.Granted.class);
        return ((Admission.Granted) admission).lease();
    }

    protected static ApiKey key(String tenant, @Nullable Integer limit) {
        return new ApiKey(UUID.randomUUID(), tenant, "key", "sk-wf-", "0".repeat(64), null, limit, null);
    }
}
