package dev.wellfield.core.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.core.metering.HeldCards;
import dev.wellfield.core.metering.UsageFact;
import dev.wellfield.core.pool.Allocation;
import dev.wellfield.core.pool.Dimension;
import dev.wellfield.core.pool.Share;
import dev.wellfield.core.scheduling.WorkloadState.Phase;
import dev.wellfield.core.tenancy.PlanType;
import dev.wellfield.core.tenancy.Quota;
import dev.wellfield.core.tenancy.Quota.OverQuota;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A month of the four teams in virtual time: thousands of workloads that arrive, run, fail and are cancelled at random, and
 * everything that must hold checked after every event. Another seed: -Dwellfield.seed=N.
 */
final class MonthOfFourTeamsTest {
    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
    private static final Instant END = Instant.parse("2026-04-01T00:00:00Z");
    private static final long MICROS_A_HOUR = 3_600_000_000L;

    private final long seed = Long.getLong("wellfield.seed", 20_260_301L);
    private final Random random = new Random(seed);
    private final PriorityQueue<Happening> agenda =
            new PriorityQueue<>(Comparator.comparing(Happening::at).thenComparingLong(Happening::number));
    private final Map<UUID, Allocation> allocations = new HashMap<>();
    private int happenings;
    private int submitted;

    /** Something that will happen; {@code number} orders what happens at the same instant. */
    private record Happening(Instant at, long number, Runnable what) {}

    @ParameterizedTest(name = "borrowers without ceilings: {0}")
    @ValueSource(booleans = {false, true})
    void all_that_must_hold_holds_after_every_event(boolean greedy) {
        System.out.println("seed " + seed + ", borrowers without ceilings: " + greedy);
        Resources resources = greedy ? greedy() : FourTeams.resources();
        ControllerDriver driver = new ControllerDriver(resources, START, seed);
        driver.afterEach(() -> check(driver));
        FourTeams.TEAMS.forEach(team -> arrive(driver, team, START));

        while (!agenda.isEmpty()) {
            Happening next = agenda.remove();
            driver.clock().advanceTo(next.at());
            next.what().run();
            driver.settle();
        }

        assertThat(driver.clock().instant()).isAfter(END);
        checkEnds(driver);
        checkCardTime(driver);
    }

    private void later(Instant at, Runnable what) {
        agenda.add(new Happening(at, happenings++, what));
    }

    private Instant after(Instant from, long meanMinutes) {
        double minutes = -Math.log(1 - random.nextDouble()) * meanMinutes;
        return from.plus(Math.max(1, Math.round(minutes * 60_000_000)), ChronoUnit.MICROS);
    }

    private void arrive(ControllerDriver driver, String team, Instant from) {
        Instant at = after(from, team.equals("training") ? 160 : 50);
        if (at.isBefore(END)) {
            later(at, () -> {
                submit(driver, team);
                arrive(driver, team, at);
            });
        }
    }

    private void submit(ControllerDriver driver, String team) {
        int dice = random.nextInt(100);
        driver.cluster().refuseStarts(dice < 3 ? "no space left on device" : null);
        UUID id = driver.submit(team, team + "-" + submitted++, Specs.withPriority(random.nextInt(3), spec(team)));
        driver.cluster().refuseStarts(null);
        Instant now = driver.clock().instant();
        if (dice >= 90) {
            later(after(now, 60), () -> driver.cancel(id));
        }
        later(after(now, team.equals("training") ? 180 : 45), () -> leave(driver, id));
    }

    /** It leaves if it runs; one that hasn't begun yet does so some time after. */
    private void leave(ControllerDriver driver, UUID id) {
        switch (driver.state(id)) {
            case WorkloadState.Running running -> {
                UUID allocation = running.allocation().id();
                switch (random.nextInt(10)) {
                    case 0 -> driver.cluster().kill(allocation, 9, random.nextBoolean());
                    case 1 -> driver.cluster().lose(allocation, driver.clock().instant());
                    case 2 -> driver.cluster().exit(allocation, 1);
                    default -> driver.cluster().exit(allocation, 0);
                }
            }
            case WorkloadState.Queued ignored -> later(after(driver.clock().instant(), 30), () -> leave(driver, id));
            case WorkloadState.Starting ignored -> throw new AssertionError("starts take no time here");
            case WorkloadState.Stopping ignored -> throw new AssertionError("stops take no time here");
            case WorkloadState.Ended ignored -> {}
        }
    }

    private WorkloadSpec spec(String team) {
        return switch (team) {
            case "training" -> Specs.whole(1 + random.nextInt(3));
            case "inference" -> Specs.share(4096L * (1 + random.nextInt(5)), null);
            case "data" ->
                switch (random.nextInt(3)) {
                    case 0 -> Specs.cpus(1000L * (1 + random.nextInt(8)), 32_768);
                    case 1 -> Specs.whole(1);
                    default -> Specs.share(1024L * (1 + random.nextInt(40)), 50 * (1 + random.nextInt(20)));
                };
            default ->
                switch (random.nextInt(3)) {
                    case 0 -> Specs.whole(1 + random.nextInt(2));
                    case 1 -> Specs.slice(random.nextBoolean() ? "1g.5gb" : "2g.10gb");
                    default -> Specs.shares(1 + random.nextInt(2), 1024L * (1 + random.nextInt(30)), null);
                };
        };
    }

    private void check(ControllerDriver driver) {
        new FleetInvariants(driver.resources(), driver.live()).check();
        driver.told().getLast().actions().forEach(action -> {
            if (action instanceof Action.Start(Workload workload, Allocation allocation)) {
                assertThat(allocations.put(workload.id(), allocation))
                        .as("%s was placed twice", workload.path())
                        .isNull();
            }
        });
    }

    private void checkEnds(ControllerDriver driver) {
        Map<Phase, Integer> ends = new HashMap<>();
        assertThat(driver.workloads()).hasSize(submitted);
        driver.workloads().values().forEach(workload -> {
            WorkloadState.Ended ended = (WorkloadState.Ended) workload.state();
            ends.merge(ended.phase(), 1, Integer::sum);
            boolean placed = allocations.containsKey(workload.id());
            assertThat(driver.placements(workload.id())).isEqualTo(placed ? 1 : 0);
            assertThat(driver.cluster().starts(workload.id())).isEqualTo(ended.startedAt() != null ? 1 : 0);
        });
        System.out.println(submitted + " workloads: " + ends);
        assertThat(submitted).isGreaterThan(2000);
        assertThat(ends).containsKeys(Phase.SUCCEEDED, Phase.FAILED, Phase.CANCELLED);
    }

    /** The facts of metering are the time that shares were held, to the microsecond. */
    private void checkCardTime(ControllerDriver driver) {
        long facts = 0;
        long held = 0;
        List<UsageFact.CardTime> all = new ArrayList<>();
        for (Workload workload : driver.workloads().values()) {
            WorkloadState.Ended ended = (WorkloadState.Ended) workload.state();
            if (ended.startedAt() == null) {
                continue;
            }
            Allocation allocation = Objects.requireNonNull(allocations.get(workload.id()));
            HeldCards cards = new HeldCards(
                    allocation,
                    workload.name(),
                    FourTeams.A100,
                    PlanType.SPOT,
                    ended.startedAt(),
                    ended.at(),
                    ended.reason() == Reason.LOST);
            all.addAll(cards.certainFacts(driver.clock().instant()));
            for (Share share : allocation.shares()) {
                long micros = ended.startedAt().until(ended.at(), ChronoUnit.MICROS);
                held += micros * share.cardsMilli(FourTeams.A100);
            }
        }
        for (UsageFact.CardTime fact : all) {
            assertThat(fact.window().micros()).isBetween(1L, MICROS_A_HOUR);
            facts += fact.milliCardMicros();
        }
        assertThat(facts).isEqualTo(held);
        long capacity =
                8 * 1000 * Duration.between(START, driver.clock().instant()).toSeconds() * 1_000_000;
        System.out.println("cards held " + held * 100 / capacity + " % of the time");
        assertThat(facts).isBetween(1L, capacity);
    }

    private static Resources greedy() {
        List<Quota> quotas = new ArrayList<>(FourTeams.quotas().subList(0, 2));
        quotas.add(FourTeams.quota("data", null, OverQuota.QUEUE, Map.of(Dimension.CPU, FourTeams.limit(0, 8000L))));
        quotas.add(FourTeams.quota("adhoc", null, OverQuota.QUEUE, Map.of()));
        return FourTeams.resources(FourTeams.node("server-1", FourTeams.A100, 8), quotas);
    }
}
