package dev.wellfield.core.serving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.core.serving.Allowances.Admission;
import dev.wellfield.core.serving.Allowances.Ask;
import dev.wellfield.core.serving.Allowances.Lease;
import dev.wellfield.core.serving.Allowances.TokenAsk;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class LocalAllowancesTest extends AllowancesContract {
    private static final long SECOND = 1_000_000_000L;

    private final LocalAllowances allowances = new LocalAllowances();

    @Override
    protected Allowances allowances() {
        return allowances;
    }

    @Test
    void what_is_not_in_use_is_forgotten() {
        for (int i = 0; i < 100; i++) {
            granted(allowances, key("team-" + i, Limits.concurrent(1)), Limits.concurrent(1))
                    .settle(0, 0);
        }

        assertThat(allowances.inUse()).isZero();
    }

    @Test
    void what_has_filled_up_again_is_forgotten_a_minute_later() {
        for (int i = 0; i < 100; i++) {
            granted(allowances, key("team-" + i, new Limits(null, 5L, 500L)), Limits.NONE)
                    .settle(7, BEGIN);
        }
        assertThat(allowances.inUse()).isEqualTo(100);

        allowances.tryAdmit(new Ask(key("other", Limits.NONE), Limits.NONE, TokenAsk.of(1)), 120 * SECOND);

        assertThat(allowances.inUse()).isEqualTo(2);
    }

    private record Used(long at, long tokens) {}

    private record Running(Lease lease, long reserved, long at, long until) {}

    /** Whatever callers do: within any 60 s no more than what had been saved up and what flows in; and nothing leaks. */
    @Test
    void no_minute_ever_grants_more_than_the_limit_and_the_burst() {
        for (long seed = 1; seed <= 40; seed++) {
            Random random = new Random(seed);
            int places = 1 + random.nextInt(40);
            long perMinute = 20 + random.nextLong(200);
            Limits ofKey = new Limits(places, perMinute, 2_000L);
            Limits ofTenant = new Limits(null, null, 3_000L);
            LocalAllowances fresh = new LocalAllowances();
            ApiKey key = key("team", ofKey);
            List<Running> running = new ArrayList<>();
            List<Used> used = new ArrayList<>();
            long now = random.nextLong(-1_000_000 * SECOND, 1_000_000 * SECOND);
            for (int step = 0; step < 3_000; step++) {
                now += random.nextInt(10) == 0 ? random.nextLong(40 * SECOND) : random.nextLong(SECOND / 2);
                end(running, used, now, random);
                long most = 1 + random.nextLong(800);
                TokenAsk ask = new TokenAsk(random.nextBoolean() ? most : 1, most);
                if (fresh.tryAdmit(new Ask(key, ofTenant, ask), now) instanceof Admission.Granted(Lease lease, var _)) {
                    // The lease holds at least so many; what was granted above isn't told, so it isn't used.
                    long until = now + random.nextLong(random.nextInt(5) == 0 ? 300 * SECOND : 5 * SECOND);
                    running.add(new Running(lease, ask.least(), now, until));
                    assertThat(running).as("seed %d", seed).hasSizeLessThanOrEqualTo(places);
                }
            }
            end(running, used, Long.MAX_VALUE - SECOND, random);
            assertThat(running).isEmpty();
            for (Used from : used) {
                long tokens = used.stream()
                        .filter(one -> one.at() >= from.at() && one.at() < from.at() + 60 * SECOND)
                        .mapToLong(Used::tokens)
                        .sum();
                long requests = used.stream()
                        .filter(one -> one.at() >= from.at() && one.at() < from.at() + 60 * SECOND)
                        .count();
                assertThat(tokens).as("seed %d", seed).isLessThanOrEqualTo(2 * 2_000L);
                assertThat(requests).as("seed %d", seed).isLessThanOrEqualTo(2 * perMinute);
            }
            assertThat(fresh.inUse()).as("seed %d", seed).isZero();
        }
    }

    private static void end(List<Running> running, List<Used> used, long now, Random random) {
        running.removeIf(one -> {
            if (one.until() > now) {
                return false;
            }
            long tokens = random.nextInt(4) == 0 ? 0 : random.nextLong(one.reserved() + 1);
            one.lease().settle(tokens, now);
            used.add(new Used(one.at(), tokens));
            return true;
        });
    }
}
