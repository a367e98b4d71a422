package dev.wellfield.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wellfield.core.metering.TimeBucket;
import dev.wellfield.core.metering.TimeWindow;
import dev.wellfield.core.metering.UsageFact;
import dev.wellfield.core.metering.UsageTotals;
import dev.wellfield.core.serving.Outcome;
import dev.wellfield.core.serving.TokenCount;
import dev.wellfield.core.tenancy.Grants.Visible;
import dev.wellfield.core.tenancy.PlanType;
import dev.wellfield.store.TokenRollup.Group;
import dev.wellfield.store.TokenRollup.Sum;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The roll-ups equal the sum of the facts, whatever happens while these are written. */
final class TokenRollupTest {
    private static final Instant TEN = Instant.parse("2026-03-01T10:00:00Z");
    private static final int MOST = 10_000;

    private final TestDatabase database = TestDatabase.fresh();
    private final Database app = database.app();

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void a_late_fact_counts_in_the_minute_in_which_it_was_settled() {
        insert(List.of(fact(1, TEN.plusSeconds(90), Outcome.COMPLETED)));
        insert(List.of(fact(2, TEN.plusSeconds(61), Outcome.COMPLETED)));

        assertThat(sums(TimeBucket.MINUTE, minutes(0, 3), Group.TENANT))
                .singleElement()
                .satisfies(sum -> {
                    assertThat(sum.piece()).as("the second of three minutes").isEqualTo(1);
                    assertThat(sum.requests()).isEqualTo(2);
                    assertThat(sum.tokens()).isEqualTo(new TokenCount(200, 40, 60));
                });
    }

    @Test
    void a_fact_that_is_written_again_counts_once_even_among_new_ones() {
        UsageFact.Tokens one = fact(1, TEN, Outcome.COMPLETED);
        insert(List.of(one));
        insert(List.of(one, fact(2, TEN.plusSeconds(1), Outcome.COMPLETED), one));

        assertThat(sums(TimeBucket.HOUR, minutes(0, 60), Group.TENANT))
                .singleElement()
                .satisfies(sum -> assertThat(sum.requests()).isEqualTo(2));
    }

    @Test
    void a_transaction_that_dies_leaves_neither_fact_nor_sum() {
        assertThatThrownBy(() -> app.transaction(tx -> {
                    tx.usageFacts().insertTokens(List.of(fact(1, TEN, Outcome.COMPLETED)));
                    throw new IllegalStateException("killed");
                }))
                .hasMessageContaining("killed");
        assertThat(sums(TimeBucket.HOUR, minutes(0, 60), Group.TENANT)).isEmpty();

        insert(List.of(fact(1, TEN, Outcome.COMPLETED)));

        assertThat(sums(TimeBucket.HOUR, minutes(0, 60), Group.TENANT))
                .singleElement()
                .satisfies(sum -> assertThat(sum.requests()).isEqualTo(1));
    }

    @Test
    void requests_that_failed_and_those_whose_caller_left_are_told_apart() {
        insert(List.of(
                fact(1, TEN, Outcome.COMPLETED),
                fact(2, TEN, Outcome.CLIENT_ABORTED),
                fact(3, TEN, Outcome.UPSTREAM_FAILED),
                fact(4, TEN, Outcome.DEADLINE),
                fact(5, TEN, Outcome.GATEWAY_CRASH)));

        assertThat(sums(TimeBucket.HOUR, minutes(0, 60), Group.KEY))
                .singleElement()
                .satisfies(sum -> {
                    assertThat(sum.requests()).isEqualTo(5);
                    assertThat(sum.aborted()).isEqualTo(1);
                    assertThat(sum.failed()).isEqualTo(3);
                    assertThat(sum.key()).isEqualTo("app");
                });
    }

    @Test
    void a_window_that_begins_and_ends_within_a_minute_is_summed_up_exactly() {
        List<UsageFact.Tokens> facts = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            facts.add(fact(i, TEN.plusSeconds(30L * i), Outcome.COMPLETED));
        }
        insert(facts);
        TimeWindow odd = new TimeWindow(TEN.plusSeconds(45), TEN.plusSeconds(3 * 3600 + 615));

        // from 60 s to 11,400 s, one each 30 s
        assertThat(app.<List<Sum>>transaction(
                        tx -> tx.tokenRollup().sums(Visible.EVERYTHING, null, List.of(odd), Group.MODEL, MOST)))
                .singleElement()
                .satisfies(sum -> assertThat(sum.requests()).isEqualTo((11_400 - 60) / 30 + 1));
    }

    @Test
    void a_reader_sees_its_own_tenants_only() {
        insert(List.of(fact(1, TEN, Outcome.COMPLETED)));

        for (Visible none : List.of(new Visible(false, Set.of("speech")), new Visible(false, Set.of()))) {
            assertThat(app.<List<Sum>>transaction(
                            tx -> tx.tokenRollup().sums(none, null, List.of(minutes(0, 60)), Group.TENANT, MOST)))
                    .isEmpty();
        }
    }

    @Test
    void nobody_but_the_owner_writes_roll_ups() {
        for (String table : List.of("token_minute", "token_hour")) {
            for (String sql : List.of("delete from " + table, "update " + table + " set requests = 1")) {
                assertThatThrownBy(() -> database.as(Schema.APP, sql)).hasMessageContaining("permission denied");
            }
            assertThatThrownBy(() -> database.as(Schema.GATEWAY, "select * from " + table))
                    .hasMessageContaining("permission denied");
        }
    }

    @Test
    void a_month_in_any_zone_is_the_sum_of_its_facts_however_they_arrived() {
        long seed = Long.getLong("wellfield.seed", 20_260_301L);
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        List<UsageFact.Tokens> facts = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            facts.add(random(random, i));
        }
        List<UsageFact.Tokens> arriving = new ArrayList<>(facts);
        arriving.addAll(facts.subList(0, 1_000));
        Collections.shuffle(arriving, random);
        int at = 0;
        while (at < arriving.size()) {
            List<UsageFact.Tokens> batch =
                    arriving.subList(at, Math.min(arriving.size(), at + 1 + random.nextInt(300)));
            if (random.nextInt(4) == 0) {
                assertThatThrownBy(() -> app.transaction(tx -> {
                            tx.usageFacts().insertTokens(batch);
                            throw new IllegalStateException("killed");
                        }))
                        .isInstanceOf(IllegalStateException.class);
            } else {
                insert(batch);
                at += batch.size();
            }
        }

        for (String zone : List.of("UTC", "Asia/Shanghai", "Asia/Kolkata", "Asia/Kathmandu", "America/New_York")) {
            TimeWindow month = TimeWindow.of(YearMonth.of(2026, 3), ZoneId.of(zone));
            List<UsageFact.Tokens> own =
                    facts.stream().filter(it -> it.tenant().equals("vision")).toList();
            UsageTotals summed = app.transaction(
                    tx -> new UsageTotals(List.of(), tx.tokenRollup().totals("vision", month)));

            assertThat(summed.plus(new UsageTotals(List.of(), List.of())))
                    .as(zone)
                    .isEqualTo(UsageTotals.of(own, month));
            for (TimeBucket bucket : List.of(TimeBucket.DAY, TimeBucket.HOUR)) {
                List<TimeWindow> pieces = bucket.cut(month, ZoneId.of(zone), 1_000);
                List<Sum> sums = app.transaction(
                        tx -> tx.tokenRollup().sums(Visible.EVERYTHING, "vision", pieces, Group.TENANT, MOST));
                long[] expected = new long[pieces.size()];
                for (int i = 0; i < pieces.size(); i++) {
                    TimeWindow piece = pieces.get(i);
                    expected[i] = own.stream()
                            .filter(it -> piece.contains(it.settledAt()))
                            .mapToLong(it -> it.count().prompt())
                            .sum();
                }
                long[] actual = new long[pieces.size()];
                sums.forEach(sum -> actual[sum.piece()] = sum.tokens().prompt());
                assertThat(actual).as("%s of %s", bucket, zone).isEqualTo(expected);
            }
        }
    }

    private static UsageFact.Tokens random(Random random, int number) {
        Instant settled =
                Instant.parse("2026-02-27T00:00:00Z").plusNanos(random.nextLong(34 * 86_400_000_000L) * 1_000);
        return new UsageFact.Tokens(
                new UUID(9, number),
                random.nextInt(3) == 0 ? "speech" : "vision",
                new UUID(6, random.nextInt(3)),
                "app",
                random.nextBoolean() ? "chat" : "embed",
                Declared.MODEL,
                random.nextBoolean() ? "vision" : "platform",
                new UUID(5, 5),
                random.nextBoolean() ? PlanType.UNLIMITED : PlanType.PAY_AS_YOU_GO,
                new TimeWindow(settled.minusSeconds(random.nextInt(600)), settled),
                new TokenCount(random.nextInt(5_000), 7, random.nextInt(900)),
                List.of(Outcome.values()).get(random.nextInt(Outcome.values().length)),
                random.nextInt(10) == 0,
                random.nextInt(10) == 0);
    }

    private static UsageFact.Tokens fact(int number, Instant settled, Outcome outcome) {
        return new UsageFact.Tokens(
                new UUID(9, number),
                "vision",
                new UUID(6, 6),
                "app",
                "chat",
                Declared.MODEL,
                "vision",
                new UUID(5, 5),
                PlanType.PAY_AS_YOU_GO,
                new TimeWindow(settled.minusSeconds(2), settled),
                new TokenCount(100, 20, 30),
                outcome,
                false,
                true);
    }

    private static TimeWindow minutes(int from, int to) {
        return new TimeWindow(TEN.plus(Duration.ofMinutes(from)), TEN.plus(Duration.ofMinutes(to)));
    }

    private void insert(List<UsageFact.Tokens> facts) {
        app.transaction(tx -> {
            tx.usageFacts().insertTokens(facts);
            return null;
        });
    }

    private List<Sum> sums(TimeBucket bucket, TimeWindow window, Group group) {
        List<TimeWindow> pieces = bucket.cut(window, ZoneId.of("UTC"), 1_000);
        return app.transaction(tx -> tx.tokenRollup().sums(Visible.EVERYTHING, null, pieces, group, MOST));
    }
}
