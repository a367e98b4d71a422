package dev.wellfield.core.metering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.core.pool.Allocation;
import dev.wellfield.core.pool.CardModel;
import dev.wellfield.core.pool.Catalogue;
import dev.wellfield.core.pool.Isolation;
import dev.wellfield.core.pool.Share;
import dev.wellfield.core.pool.Slice;
import dev.wellfield.core.tenancy.PlanType;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class HeldCardsTest {
    private static final CardModel A100 = Catalogue.find("A100-40GB").orElseThrow();
    private static final Instant START = Instant.parse("2026-03-01T10:20:00Z");

    @Test
    void full_hours_are_certain_and_the_running_one_is_open() {
        HeldCards held = held(START, null);
        Instant now = START.plus(100, ChronoUnit.MINUTES);

        assertThat(windows(held.certainFacts(now)))
                .containsExactly(
                        window(START, Instant.parse("2026-03-01T11:00:00Z")),
                        window(Instant.parse("2026-03-01T11:00:00Z"), Instant.parse("2026-03-01T12:00:00Z")));
        assertThat(held.openFacts(now)).isEmpty();
        assertThat(windows(held.openFacts(now.plusSeconds(1)))).containsExactly(window(now, now.plusSeconds(1)));
    }

    @Test
    void an_end_makes_everything_certain() {
        Instant end = START.plusSeconds(60);
        HeldCards held = held(START, end);

        assertThat(windows(held.certainFacts(end.plusSeconds(9_999)))).containsExactly(window(START, end));
        assertThat(held.openFacts(end.plusSeconds(9_999))).isEmpty();
    }

    @Test
    void one_that_ended_at_once_or_before_it_began_has_no_time() {
        assertThat(held(START, START).certainFacts(START)).isEmpty();
        assertThat(held(START, START.minusSeconds(1)).certainFacts(START)).isEmpty();
        assertThat(held(START, null).certainFacts(START.minusSeconds(9_999))).isEmpty();
        assertThat(held(START, null).openFacts(START.minusSeconds(9_999))).isEmpty();
    }

    @Test
    void every_share_of_every_card_has_its_own_facts() {
        HeldCards held = new HeldCards(
                allocation(
                        new Share(2, 40_960, 1000, 1000, true, null),
                        new Share(5, 10_240, 100, 100, false, null),
                        new Share(6, 4_864, 142, 125, false, new Slice("1g.5gb", 6))),
                "etl",
                A100,
                PlanType.SPOT,
                START,
                START.plusSeconds(10),
                false);

        List<UsageFact.CardTime> facts = held.certainFacts(START.plusSeconds(10));

        assertThat(facts).extracting(UsageFact.CardTime::card).containsExactly(2, 5, 6);
        assertThat(facts).extracting(UsageFact.CardTime::cardsMilli).containsExactly(1000, 250, 142);
        assertThat(facts)
                .extracting(UsageFact.CardTime::milliCardMicros)
                .containsExactly(10_000_000_000L, 2_500_000_000L, 1_420_000_000L);
        assertThat(facts)
                .allMatch(fact -> fact.tenant().equals("data")
                        && fact.workload().equals("etl")
                        && fact.plan() == PlanType.SPOT
                        && fact.cardModel().equals("A100-40GB")
                        && fact.node().equals("server-1")
                        && fact.simulated());
    }

    @Test
    void only_the_hour_in_which_the_end_was_inferred_is_inferred() {
        Instant end = START.plus(2, ChronoUnit.HOURS);
        HeldCards running = held(START, null);
        HeldCards lost = new HeldCards(running.allocation(), "etl", A100, PlanType.SPOT, START, end, true);

        List<UsageFact.CardTime> facts = lost.certainFacts(end);

        checkBegins(facts, running.certainFacts(end));
        assertThat(facts).extracting(UsageFact.CardTime::inferred).containsExactly(false, false, true);
    }

    @Test
    void an_end_inferred_on_the_full_hour_marks_the_hour_before_it() {
        Instant end = Instant.parse("2026-03-01T12:00:00Z");
        HeldCards lost = new HeldCards(held(START, null).allocation(), "etl", A100, PlanType.SPOT, START, end, true);

        assertThat(lost.certainFacts(end))
                .extracting(UsageFact.CardTime::inferred)
                .containsExactly(false, true);
    }

    @Test
    void certain_facts_only_grow_and_with_the_open_ones_they_are_the_whole_time() {
        long seed = Long.getLong("wellfield.seed", 20_260_301L);
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            Instant start = START.plus(random.nextLong(86_400_000_000L), ChronoUnit.MICROS);
            Instant end = start.plus(random.nextLong(1, 8 * 3_600_000_000L), ChronoUnit.MICROS);
            HeldCards running = held(start, null);
            List<UsageFact.CardTime> known = List.of();
            for (Instant now = start;
                    now.isBefore(end);
                    now = now.plus(random.nextLong(1, 5_000_000_000L), ChronoUnit.MICROS)) {
                List<UsageFact.CardTime> certain = running.certainFacts(now);
                checkBegins(certain, known);
                List<UsageFact.CardTime> all = new ArrayList<>(certain);
                all.addAll(running.openFacts(now));
                checkWhole(all, start, now);
                known = certain;
            }
            List<UsageFact.CardTime> ended = held(start, end).certainFacts(end);
            checkBegins(ended, known);
            checkWhole(ended, start, end);
        }
    }

    private static void checkBegins(List<UsageFact.CardTime> facts, List<UsageFact.CardTime> earlier) {
        assertThat(facts).hasSizeGreaterThanOrEqualTo(earlier.size());
        assertThat(facts.subList(0, earlier.size())).isEqualTo(earlier);
    }

    /** One after the other, without gap or overlap, none longer than an hour. */
    private static void checkWhole(List<UsageFact.CardTime> facts, Instant start, Instant end) {
        Instant at = start;
        long milliCardMicros = 0;
        for (UsageFact.CardTime fact : facts) {
            assertThat(fact.window().from()).isEqualTo(at);
            assertThat(fact.window().micros()).isBetween(1L, 3_600_000_000L);
            at = fact.window().to();
            milliCardMicros += fact.milliCardMicros();
        }
        assertThat(at).isEqualTo(end);
        assertThat(milliCardMicros).isEqualTo(start.until(end, ChronoUnit.MICROS) * 1000);
    }

    private static List<TimeWindow> windows(List<UsageFact.CardTime> facts) {
        return facts.stream().map(UsageFact.CardTime::window).toList();
    }

    private static TimeWindow window(Instant from, Instant to) {
        return new TimeWindow(from, to);
    }

    private static HeldCards held(Instant start, @Nullable Instant end) {
        Allocation allocation = allocation(new Share(0, 40_960, 1000, 1000, true, null));
        return new HeldCards(allocation, "etl", A100, PlanType.SPOT, start, end, false);
    }

    private static Allocation allocation(Share... shares) {
        return new Allocation(
                new UUID(1, 1),
                new UUID(2, 2),
                "data",
                "a100",
                "server-1",
                List.of(shares),
                Isolation.HARD,
                true,
                false,
                1000,
                1024);
    }
}
