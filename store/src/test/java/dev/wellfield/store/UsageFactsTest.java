package dev.wellfield.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.core.metering.CardTotal;
import dev.wellfield.core.metering.CounterSample;
import dev.wellfield.core.metering.TimeBucket;
import dev.wellfield.core.metering.TimeWindow;
import dev.wellfield.core.metering.UsageFact;
import dev.wellfield.core.metering.UsageTotals;
import dev.wellfield.core.serving.UsageRecord;
import dev.wellfield.core.tenancy.Grants.Visible;
import dev.wellfield.core.tenancy.PlanType;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class UsageFactsTest {
    private static final Visible ALL = new Visible(true, Set.of());
    private static final UUID ENGINE = new UUID(5, 5);
    private static final Instant TEN = Instant.parse("2026-03-01T10:00:00Z");
    private static final TimeWindow HOUR = new TimeWindow(TEN, TEN.plus(Duration.ofHours(1)));

    private final TestDatabase database = TestDatabase.fresh();
    private final Database app = database.app();

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void facts_are_read_as_they_were_written_and_adding_them_again_changes_nothing() {
        UsageFact.CardTime held = cardTime("vision", HOUR);
        UsageFact.Tokens tokens = tokens("vision", Records.of(ENGINE, TEN, TEN.plusSeconds(2)));

        for (int i = 0; i < 2; i++) {
            run(it -> it.insertCardTime(List.of(held)));
            run(it -> it.insertTokens(List.of(tokens)));
        }
        run(it -> it.insertCardTime(List.of()));
        run(it -> it.insertTokens(List.of()));

        assertThat(cardTime(ALL, HOUR)).containsExactly(held);
        assertThat(app.<List<UsageFact.Tokens>>transaction(tx -> tx.usageFacts().tokens(ALL, null, HOUR)))
                .containsExactly(tokens);
    }

    @Test
    void card_time_belongs_to_every_window_that_it_touches() {
        UsageFact.CardTime held = cardTime("vision", HOUR);
        run(it -> it.insertCardTime(List.of(held)));

        assertThat(cardTime(ALL, new TimeWindow(TEN.minusSeconds(60), TEN))).isEmpty();
        assertThat(cardTime(ALL, new TimeWindow(TEN.minusSeconds(60), TEN.plusNanos(1_000))))
                .containsExactly(held);
        assertThat(cardTime(ALL, new TimeWindow(HOUR.to(), HOUR.to().plusSeconds(60))))
                .isEmpty();
    }

    @Test
    void tokens_belong_to_the_window_in_which_they_were_settled() {
        UsageFact.Tokens atTen = tokens("vision", Records.of(ENGINE, TEN.minusSeconds(2), TEN));
        UsageFact.Tokens atEleven = tokens("vision", Records.of(ENGINE, TEN, HOUR.to()));
        run(it -> it.insertTokens(List.of(atTen, atEleven)));

        assertThat(app.<List<UsageFact.Tokens>>transaction(tx -> tx.usageFacts().tokens(ALL, null, HOUR)))
                .containsExactly(atTen);
    }

    @Test
    void tokens_are_summed_up_by_key_and_model() {
        UsageFact.Tokens one = tokens("vision", Records.of(ENGINE, TEN, TEN.plusSeconds(1)));
        UsageFact.Tokens two = tokens("vision", Records.of(ENGINE, TEN, TEN.plusSeconds(2)));
        UsageFact.Tokens later = tokens("vision", Records.of(ENGINE, TEN, HOUR.to()));
        run(it -> it.insertTokens(List.of(one, two, later)));

        assertThat(app.<List<TokenRollup.Sum>>transaction(
                        tx -> tx.tokenRollup().sums(ALL, null, List.of(HOUR), TokenRollup.Group.KEY_AND_MODEL, 10)))
                .singleElement()
                .satisfies(sum -> {
                    assertThat(sum.tenant()).isEqualTo("vision");
                    assertThat(sum.key()).isEqualTo(one.keyName());
                    assertThat(sum.requests()).isEqualTo(2);
                    assertThat(sum.tokens().prompt()).isEqualTo(2 * one.count().prompt());
                    assertThat(sum.tokens().completion())
                            .isEqualTo(2 * one.count().completion());
                });
    }

    @Test
    void card_time_is_summed_up_by_card_and_cut_at_the_ends_of_the_window() {
        run(it -> it.insertCardTime(List.of(cardTime("vision", HOUR), cardTime("speech", HOUR))));
        TimeWindow half =
                new TimeWindow(TEN.plus(Duration.ofMinutes(30)), HOUR.to().plusSeconds(60));

        assertThat(app.<List<CardTotal>>transaction(tx -> tx.cardSums().totals("vision", half)))
                .isEqualTo(
                        UsageTotals.of(List.of(cardTime("vision", HOUR)), half).cards());
    }

    @Test
    void card_time_is_summed_up_by_pieces_of_time() {
        run(it -> it.insertCardTime(List.of(cardTime("vision", HOUR), cardTime("speech", HOUR))));
        TimeWindow around = new TimeWindow(TEN.minusSeconds(1800), HOUR.to().plusSeconds(1800));
        List<TimeWindow> pieces = TimeBucket.HOUR.cut(around, ZoneId.of("Asia/Kolkata"), 10);

        List<CardSums.Sum> sums =
                app.transaction(tx -> tx.cardSums().sums(ALL, "vision", pieces, CardSums.Group.MODEL, 10));

        assertThat(pieces).as("10:30 to 11:30 and 11:30 to 12:30 there").hasSize(2);
        assertThat(sums).extracting(CardSums.Sum::piece).containsExactly(0, 1);
        assertThat(sums).allSatisfy(sum -> {
            assertThat(sum.cardModel()).isEqualTo("A100-40GB");
            assertThat(sum.milliCardMicros()).isEqualByComparingTo("255600000000");
        });
        assertThat(app.<List<CardSums.Sum>>transaction(
                        tx -> tx.cardSums().sums(ALL, null, pieces, CardSums.Group.WORKLOAD, 10)))
                .hasSize(4);
    }

    @Test
    void a_reader_sees_its_own_tenants_only() {
        run(it -> it.insertCardTime(List.of(cardTime("vision", HOUR), cardTime("speech", HOUR))));
        run(it -> it.insertTokens(List.of(tokens("speech", Records.at(TEN)))));

        assertThat(cardTime(ALL, HOUR)).hasSize(2);
        assertThat(cardTime(new Visible(false, Set.of("vision")), HOUR))
                .extracting(UsageFact.CardTime::tenant)
                .containsExactly("vision");
        assertThat(cardTime(new Visible(false, Set.of()), HOUR)).isEmpty();
        assertThat(app.<List<UsageFact.Tokens>>transaction(
                        tx -> tx.usageFacts().tokens(new Visible(false, Set.of("vision")), null, HOUR)))
                .isEmpty();
        assertThat(app.<List<UsageFact.Tokens>>transaction(tx -> tx.usageFacts().tokens(ALL, "speech", HOUR)))
                .hasSize(1);
    }

    @Test
    void facts_come_back_as_the_records_that_they_were_made_from() {
        UsageRecord inside = Records.of(ENGINE, TEN.plusSeconds(10), TEN.plusSeconds(20));
        UsageRecord across = Records.of(ENGINE, TEN.minusSeconds(10), TEN);
        UsageRecord before = Records.of(ENGINE, TEN.minusSeconds(10), TEN.minusSeconds(1));
        UsageRecord other = Records.of(new UUID(5, 6), TEN.plusSeconds(10), TEN.plusSeconds(20));
        List<UsageRecord> all = List.of(inside, across, before, other);
        app.transaction(tx -> tx.usageRecords().insert(all));
        run(it -> it.insertTokens(
                all.stream().map(record -> tokens("vision", record)).toList()));

        assertThat(app.<List<UsageRecord>>transaction(tx -> tx.usageFacts().asRecords(ENGINE, HOUR)))
                .containsExactly(across, inside);
    }

    @Test
    void counters_are_read_in_the_order_of_time_and_each_instant_once() {
        CounterSample late = new CounterSample(ENGINE, TEN.plusSeconds(15), 200, 20);
        CounterSample early = new CounterSample(ENGINE, TEN, 100, 10);
        app.transaction(tx -> {
            tx.counters().insert(late);
            tx.counters().insert(early);
            tx.counters().insert(new CounterSample(ENGINE, TEN, 999, 999));
            tx.counters().insert(new CounterSample(new UUID(5, 6), TEN, 7, 7));
            return null;
        });

        assertThat(app.<List<CounterSample>>transaction(tx -> tx.counters().of(ENGINE)))
                .containsExactly(early, late);
    }

    private static UsageFact.CardTime cardTime(String tenant, TimeWindow window) {
        return new UsageFact.CardTime(
                new UUID(7, tenant.hashCode()),
                tenant,
                "etl",
                "a100",
                "A100-40GB",
                "server-1",
                1,
                142,
                PlanType.SPOT,
                window,
                true,
                true);
    }

    private static UsageFact.Tokens tokens(String tenant, UsageRecord record) {
        return new UsageFact.Tokens(
                record.requestId(),
                tenant,
                record.keyId(),
                record.keyName(),
                record.model(),
                record.modelId(),
                record.modelOwner(),
                record.endpointId(),
                PlanType.UNLIMITED,
                new TimeWindow(record.startedAt(), record.settledAt()),
                record.tokens(),
                record.outcome(),
                record.estimated(),
                record.simulated());
    }

    private List<UsageFact.CardTime> cardTime(Visible visible, TimeWindow window) {
        return app.transaction(tx -> tx.usageFacts().cardTime(visible, null, window));
    }

    private void run(Consumer<UsageFacts> work) {
        app.transaction(tx -> {
            work.accept(tx.usageFacts());
            return null;
        });
    }
}
