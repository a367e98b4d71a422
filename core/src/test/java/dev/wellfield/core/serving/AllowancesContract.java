package dev.wellfield.core.serving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.core.serving.Allowances.Admission;
import dev.wellfield.core.serving.Allowances.Ask;
import dev.wellfield.core.serving.Allowances.Budget;
import dev.wellfield.core.serving.Allowances.Lease;
import dev.wellfield.core.serving.Allowances.Measure;
import dev.wellfield.core.serving.Allowances.Scope;
import dev.wellfield.core.serving.Allowances.Standing;
import dev.wellfield.core.serving.Allowances.TokenAsk;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What every {@link Allowances} has to do. */
public abstract class AllowancesContract {
    private static final long SECOND = 1_000_000_000L;
    /** When a test begins. Monotonic clocks begin anywhere. */
    protected static final long BEGIN = -77 * SECOND;

    private static final TokenAsk LITTLE = TokenAsk.of(10);

    /** A fresh one, with nothing in use. */
    protected abstract Allowances allowances();

    @Test
    public void a_key_gets_as_many_requests_at_a_time_as_its_limit_says() {
        Allowances allowances = allowances();
        ApiKey key = key("team", Limits.concurrent(2));

        granted(allowances, key, Limits.NONE);
        granted(allowances, key, Limits.NONE);

        assertThat(tryAdmit(allowances, key, Limits.NONE))
                .isEqualTo(new Admission.Refused(
                        Scope.KEY, Measure.CONCURRENT_REQUESTS, 2, 1, SECOND, Standing.UNLIMITED));
    }

    @Test
    public void a_tenants_limit_counts_over_all_its_keys() {
        Allowances allowances = allowances();
        Limits two = Limits.concurrent(2);

        granted(allowances, key("team", Limits.NONE), two);
        granted(allowances, key("team", Limits.concurrent(5)), two);

        isRefused(tryAdmit(allowances, key("team", Limits.NONE), two), Scope.TENANT, Measure.CONCURRENT_REQUESTS);
        granted(allowances, key("other", Limits.NONE), two);
    }

    @Test
    public void a_place_given_back_can_be_taken_again_and_giving_it_back_twice_frees_one() {
        Allowances allowances = allowances();
        Limits two = Limits.concurrent(2);
        ApiKey key = key("team", two);
        Lease first = granted(allowances, key, two);
        granted(allowances, key, two);

        first.settle(0, BEGIN);
        first.settle(0, BEGIN);

        granted(allowances, key, two);
        assertThat(tryAdmit(allowances, key, two)).isInstanceOf(Admission.Refused.class);
    }

    @Test
    public void a_request_that_the_tenant_refuses_takes_nothing_of_the_key() {
        Allowances allowances = allowances();
        ApiKey busy = key("team", Limits.NONE);
        ApiKey key = key("team", new Limits(1, 1L, 10L));
        Limits one = Limits.concurrent(1);
        Lease lease = granted(allowances, busy, one);
        isRefused(tryAdmit(allowances, key, one), Scope.TENANT, Measure.CONCURRENT_REQUESTS);

        lease.settle(0, BEGIN);

        granted(allowances, key, one);
    }

    @Test
    public void without_limits_nothing_is_refused() {
        Allowances allowances = allowances();
        ApiKey key = key("team", Limits.NONE);

        for (int i = 0; i < 1_000; i++) {
            granted(allowances, key, Limits.NONE);
        }
    }

    @Test
    public void a_limit_of_nought_admits_nothing() {
        Limits nought = new Limits(0, 0L, 0L);

        assertThat(tryAdmit(allowances(), key("team", Limits.NONE), nought)).isInstanceOf(Admission.TooLarge.class);
        isRefused(
                tryAdmit(allowances(), key("team", Limits.NONE), Limits.concurrent(0)),
                Scope.TENANT,
                Measure.CONCURRENT_REQUESTS);
        isRefused(
                tryAdmit(allowances(), key("team", new Limits(null, 0L, null)), Limits.NONE),
                Scope.KEY,
                Measure.REQUESTS_PER_MINUTE);
    }

    @Test
    public void requests_of_a_minute_flow_in_one_after_the_other() {
        Allowances allowances = allowances();
        ApiKey key = key("team", new Limits(null, 30L, null));
        for (int i = 0; i < 30; i++) {
            granted(allowances, key, Limits.NONE).settle(0, BEGIN);
        }

        assertThat(tryAdmit(allowances, key, Limits.NONE))
                .isEqualTo(new Admission.Refused(
                        Scope.KEY,
                        Measure.REQUESTS_PER_MINUTE,
                        30,
                        1,
                        2 * SECOND,
                        new Standing(new Budget(30, 0, 60 * SECOND), null)));
        assertThat(tryAdmit(allowances, key, Limits.NONE, LITTLE, BEGIN + 2 * SECOND - 1_000))
                .isInstanceOf(Admission.Refused.class);
        assertThat(tryAdmit(allowances, key, Limits.NONE, LITTLE, BEGIN + 2 * SECOND))
                .isInstanceOf(Admission.Granted.class);
    }

    @Test
    public void tokens_are_reserved_and_what_was_not_used_comes_back() {
        Allowances allowances = allowances();
        ApiKey key = key("team", new Limits(null, null, 600L));
        Lease first = granted(allowances, key, Limits.NONE, TokenAsk.of(500));
        assertThat(tryAdmit(allowances, key, Limits.NONE, TokenAsk.of(101), BEGIN))
                .isEqualTo(new Admission.Refused(
                        Scope.KEY,
                        Measure.TOKENS_PER_MINUTE,
                        600,
                        101,
                        SECOND / 10,
                        new Standing(null, new Budget(600, 100, 50 * SECOND))));

        first.settle(30, BEGIN);

        granted(allowances, key, Limits.NONE, TokenAsk.of(570));
        isRefused(tryAdmit(allowances, key, Limits.NONE, TokenAsk.of(1), BEGIN), Scope.KEY, Measure.TOKENS_PER_MINUTE);
    }

    @Test
    public void what_was_used_beyond_the_reservation_is_owed() {
        Allowances allowances = allowances();
        ApiKey key = key("team", new Limits(null, null, 600L));

        granted(allowances, key, Limits.NONE, TokenAsk.of(500)).settle(700, BEGIN);

        isRefused(
                tryAdmit(allowances, key, Limits.NONE, TokenAsk.of(1), BEGIN + 10 * SECOND),
                Scope.KEY,
                Measure.TOKENS_PER_MINUTE);
        assertThat(tryAdmit(allowances, key, Limits.NONE, TokenAsk.of(1), BEGIN + 11 * SECOND))
                .isInstanceOf(Admission.Granted.class);
    }

    @Test
    public void a_request_without_a_limit_of_its_own_gets_what_is_left() {
        Allowances allowances = allowances();
        ApiKey key = key("team", new Limits(null, null, 600L));
        Limits tenant = new Limits(null, null, 400L);

        Lease lease = granted(allowances, key, tenant, new TokenAsk(20, 8_192));

        assertThat(tryAdmit(allowances, key, tenant, new TokenAsk(20, 8_192), BEGIN))
                .isEqualTo(new Admission.Refused(
                        Scope.TENANT,
                        Measure.TOKENS_PER_MINUTE,
                        400,
                        20,
                        3 * SECOND,
                        new Standing(null, new Budget(400, 0, 60 * SECOND))));
        lease.settle(100, BEGIN);
        granted(allowances, key, tenant, TokenAsk.of(300));
    }

    @Test
    public void a_request_that_needs_more_than_a_minute_holds_can_never_be_taken() {
        Allowances allowances = allowances();
        ApiKey key = key("team", new Limits(0, 600L, null));

        assertThat(tryAdmit(allowances, key, new Limits(null, null, 600L), TokenAsk.of(601), BEGIN))
                .isInstanceOf(Admission.TooLarge.class);
        assertThat(tryAdmit(
                        allowances,
                        key("team", new Limits(null, null, 600L)),
                        new Limits(null, null, 900L),
                        TokenAsk.of(601),
                        BEGIN))
                .isEqualTo(new Admission.TooLarge(Scope.KEY, 600, 601, new Standing(null, new Budget(600, 600, 0))));
    }

    @Test
    public void the_tighter_of_key_and_tenant_is_what_is_told() {
        Allowances allowances = allowances();
        ApiKey key = key("team", new Limits(null, 10L, 900L));

        Admission admission = tryAdmit(allowances, key, new Limits(null, 600L, 600L), TokenAsk.of(100), BEGIN);

        assertThat(admission)
                .isInstanceOfSatisfying(
                        Admission.Granted.class,
                        granted -> assertThat(granted.standing())
                                .isEqualTo(new Standing(
                                        new Budget(10, 9, 6 * SECOND), new Budget(600, 500, 10 * SECOND))));
    }

    @Test
    public void a_changed_limit_holds_at_once_and_forgets_nothing() {
        Allowances allowances = allowances();
        ApiKey key = key("team", new Limits(null, null, 600L));
        granted(allowances, key, Limits.NONE, TokenAsk.of(500));
        ApiKey narrowed =
                new ApiKey(key.id(), "team", "key", "sk-wf-", key.hash(), null, null, new Limits(1, null, 700L), null);

        isRefused(tryAdmit(allowances, narrowed, Limits.NONE), Scope.KEY, Measure.CONCURRENT_REQUESTS);

        ApiKey widened =
                new ApiKey(key.id(), "team", "key", "sk-wf-", key.hash(), null, null, new Limits(2, null, 700L), null);
        isRefused(
                tryAdmit(allowances, widened, Limits.NONE, TokenAsk.of(201), BEGIN),
                Scope.KEY,
                Measure.TOKENS_PER_MINUTE);
        granted(allowances, widened, Limits.NONE, TokenAsk.of(200));
    }

    @Test
    public void many_threads_never_get_more_than_the_limit() throws Exception {
        Allowances allowances = allowances();
        ApiKey key = key("team", Limits.concurrent(7));
        AtomicInteger inUse = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch start = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Future<?>> all = new ArrayList<>();
            for (int thread = 0; thread < 8; thread++) {
                all.add(threads.submit(() -> {
                    start.await();
                    for (int i = 0; i < 5_000; i++) {
                        if (tryAdmit(allowances, key, Limits.concurrent(5))
                                instanceof Admission.Granted(Lease lease, Standing _)) {
                            most.accumulateAndGet(inUse.incrementAndGet(), Math::max);
                            inUse.decrementAndGet();
                            lease.settle(0, BEGIN);
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

    private static void isRefused(Admission admission, Scope scope, Measure measure) {
        assertThat(admission).isInstanceOfSatisfying(Admission.Refused.class, refused -> {
            assertThat(refused.scope()).isEqualTo(scope);
            assertThat(refused.measure()).isEqualTo(measure);
        });
    }

    private static Admission tryAdmit(Allowances allowances, ApiKey key, Limits tenant) {
        return tryAdmit(allowances, key, tenant, LITTLE, BEGIN);
    }

    private static Admission tryAdmit(
            Allowances allowances, ApiKey key, Limits tenant, TokenAsk tokens, long nowNanos) {
        return allowances.tryAdmit(new Ask(key, tenant, tokens), nowNanos);
    }

    protected static Lease granted(Allowances allowances, ApiKey key, Limits tenant) {
        return granted(allowances, key, tenant, LITTLE);
    }

    protected static Lease granted(Allowances allowances, ApiKey key, Limits tenant, TokenAsk tokens) {
        Admission admission = tryAdmit(allowances, key, tenant, tokens, BEGIN);
        assertThat(admission).isInstanceOf(Admission.Granted.class);
        return ((Admission.Granted) admission).lease();
    }

    protected static ApiKey key(String tenant, Limits limits) {
        return new ApiKey(UUID.randomUUID(), tenant, "key", "sk-wf-", "0".repeat(64), null, null, limits, null);
    }
}
