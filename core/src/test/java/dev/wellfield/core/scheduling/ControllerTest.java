package dev.wellfield.core.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.core.pool.Card;
import dev.wellfield.core.pool.Dimension;
import dev.wellfield.core.pool.Isolation;
import dev.wellfield.core.pool.Node;
import dev.wellfield.core.scheduling.WorkloadState.Phase;
import dev.wellfield.core.tenancy.Quota;
import dev.wellfield.core.tenancy.Quota.OverQuota;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The life of a workload under the controller, and the order in which workloads are served. */
final class ControllerTest {
    private final ControllerDriver driver = new ControllerDriver(FourTeams.resources());

    @Test
    void a_submitted_workload_is_placed_started_and_runs_until_it_leaves() {
        UUID id = driver.submit("data", "etl", Specs.whole(1));
        assertThat(driver.phase(id)).isEqualTo(Phase.RUNNING);
        Instant started = driver.clock().instant();
        driver.advance(Duration.ofMinutes(5));

        driver.exit(id, 0);

        assertThat(driver.ended(id))
                .isEqualTo(new WorkloadState.Ended(
                        Phase.SUCCEEDED,
                        Reason.COMPLETED,
                        new Exit(0, null, started.plusSeconds(300), false, false),
                        started,
                        started.plusSeconds(300)));
        assertThat(driver.cluster().starts(id)).isEqualTo(1);
    }

    @Test
    void an_end_that_is_no_success_is_told_by_its_cause() {
        UUID failed = driver.submit("adhoc", "failed", Specs.share(1000L, 50));
        UUID killed = driver.submit("adhoc", "killed", Specs.share(1000L, 50));
        UUID starved = driver.submit("adhoc", "starved", Specs.share(1000L, 50));

        driver.cluster().kill(driver.allocation(killed).id(), 11, false);
        driver.cluster().kill(driver.allocation(starved).id(), 9, true);
        driver.exit(failed, 3);

        assertThat(driver.ended(failed).reason()).isEqualTo(Reason.EXITED);
        assertThat(driver.ended(killed).reason()).isEqualTo(Reason.KILLED);
        assertThat(driver.ended(starved).reason()).isEqualTo(Reason.OUT_OF_MEMORY);
        assertThat(List.of(failed, killed, starved)).allMatch(id -> driver.phase(id) == Phase.FAILED);
    }

    @Test
    void one_that_waits_is_cancelled_at_once_and_never_started() {
        driver.submit("data", "first", Specs.whole(1));
        UUID second = driver.submit("data", "second", Specs.whole(1));

        driver.cancel(second);

        assertThat(driver.ended(second).phase()).isEqualTo(Phase.CANCELLED);
        assertThat(driver.ended(second).exit()).isNull();
        assertThat(driver.cluster().starts(second)).isZero();
    }

    @Test
    void one_that_is_starting_is_stopped_and_holds_its_card_until_it_is_gone() {
        driver.cluster().startByHand();
        driver.cluster().ignoreSigterm();
        UUID id = driver.submit("data", "first", Specs.whole(1));
        assertThat(driver.phase(id)).isEqualTo(Phase.STARTING);

        driver.cancel(id);
        UUID next = driver.submit("data", "second", Specs.whole(1));
        assertThat(driver.phase(id)).isEqualTo(Phase.STOPPING);
        assertThat(driver.phase(next)).isEqualTo(Phase.QUEUED);
        driver.advance(Duration.ofSeconds(30));

        assertThat(driver.ended(id).phase()).isEqualTo(Phase.CANCELLED);
        assertThat(driver.ended(id).startedAt()).isNull();
        assertThat(driver.phase(next)).isEqualTo(Phase.STARTING);
    }

    @Test
    void one_that_starts_while_it_is_being_stopped_is_metered_from_its_start() {
        driver.cluster().startByHand();
        driver.cluster().ignoreSigterm();
        UUID id = driver.submit("data", "first", Specs.whole(1));
        driver.cancel(id);
        Instant begun = driver.clock().instant();
        driver.cluster().begin(driver.allocation(id).id());
        driver.settle();
        assertThat(driver.state(id)).isEqualTo(new WorkloadState.Stopping(driver.allocation(id), begun));

        driver.advance(Duration.ofSeconds(30));

        assertThat(driver.ended(id).startedAt()).isEqualTo(begun);
        assertThat(driver.ended(id).phase()).isEqualTo(Phase.CANCELLED);
    }

    @Test
    void a_running_one_is_cancelled_whatever_code_it_leaves_with_while_it_is_being_stopped() {
        driver.cluster().ignoreSigterm();
        UUID id = driver.submit("data", "first", Specs.whole(1));
        driver.cancel(id);
        assertThat(driver.phase(id)).isEqualTo(Phase.STOPPING);

        driver.exit(id, 0);

        assertThat(driver.ended(id).phase()).isEqualTo(Phase.CANCELLED);
        assertThat(driver.ended(id).reason()).isEqualTo(Reason.CANCELLED);
        assertThat(driver.ended(id).exit()).isNotNull();
    }

    @Test
    void cancelling_again_or_after_the_end_changes_nothing() {
        driver.cluster().ignoreSigterm();
        UUID id = driver.submit("data", "first", Specs.whole(1));
        driver.cancel(id);
        driver.cancel(id);
        assertThat(lastActions()).isEmpty();
        driver.advance(Duration.ofSeconds(30));
        WorkloadState end = driver.state(id);

        driver.cancel(id);

        assertThat(lastActions()).isEmpty();
        assertThat(driver.state(id)).isEqualTo(end);
    }

    @Test
    void one_that_cannot_be_started_fails_and_its_card_goes_to_the_next() {
        driver.cluster().refuseStarts("the disk is full");
        UUID first = driver.submit("data", "first", Specs.whole(1));
        assertThat(driver.ended(first).phase()).isEqualTo(Phase.FAILED);
        assertThat(driver.ended(first).reason()).isEqualTo(Reason.START_FAILED);
        driver.cluster().refuseStarts(null);

        UUID second = driver.submit("data", "second", Specs.whole(1));

        assertThat(driver.phase(second)).isEqualTo(Phase.RUNNING);
    }

    @Test
    void one_that_cannot_be_started_after_it_was_cancelled_is_cancelled() {
        Controller controller =
                new Controller(FourTeams.resources(), List.of(), new BestFit(), ControllerDriver.allocationIds(1));
        Instant now = driver.clock().instant();
        Workload workload = FourTeams.workload(new UUID(1, 1), "data", "etl", Specs.whole(1), now);
        controller.handle(new ControllerEvent.Submitted(workload), now);
        UUID allocation =
                controller.holders().getFirst().state().held().orElseThrow().id();
        controller.handle(new ControllerEvent.CancelRequested(workload.id()), now);

        List<Action> actions = controller.handle(new ControllerEvent.StartFailed(allocation, now), now);

        WorkloadState end = new WorkloadState.Ended(Phase.CANCELLED, Reason.CANCELLED, null, null, now);
        assertThat(actions).contains(new Action.Moved(workload.in(end)));
        assertThat(controller.holders()).isEmpty();
    }

    @Test
    void a_process_that_is_gone_without_a_trace_is_lost_and_its_card_is_free() {
        UUID known = driver.submit("adhoc", "known", Specs.whole(1));
        UUID unknown = driver.submit("adhoc", "unknown", Specs.whole(1));
        driver.clock().advance(Duration.ofMinutes(10));
        Instant lastSeen = driver.clock().instant().minusSeconds(42);

        driver.cluster().lose(driver.allocation(known).id(), lastSeen);
        driver.cluster().wipe(driver.allocation(unknown).id());
        driver.settle();

        assertThat(driver.ended(known).reason()).isEqualTo(Reason.LOST);
        assertThat(driver.ended(known).at()).isEqualTo(lastSeen);
        assertThat(driver.ended(unknown).reason()).isEqualTo(Reason.LOST);
        assertThat(driver.phase(driver.submit("adhoc", "next", Specs.whole(2)))).isEqualTo(Phase.RUNNING);
    }

    @Test
    void events_that_come_twice_change_nothing() {
        UUID id = driver.submit("data", "first", Specs.whole(1));
        driver.exit(id, 0);
        List<ControllerEvent> events =
                driver.told().stream().map(ControllerDriver.Told::event).toList();
        assertThat(events).hasSize(3);
        WorkloadState end = driver.state(id);

        for (ControllerEvent event : events) {
            driver.tell(event);
            assertThat(lastActions()).isEmpty();
        }

        assertThat(driver.state(id)).isEqualTo(end);
        assertThat(driver.cluster().starts(id)).isEqualTo(1);
    }

    @Test
    void events_about_what_nobody_knows_change_nothing() {
        Instant now = driver.clock().instant();
        for (ControllerEvent event : List.of(
                new ControllerEvent.CancelRequested(new UUID(4, 4)),
                new ControllerEvent.Started(new UUID(4, 4), now),
                new ControllerEvent.Exited(new UUID(4, 4), new Exit(0, null, now, false, false)),
                new ControllerEvent.StartFailed(new UUID(4, 4), now),
                new ControllerEvent.Tick())) {
            driver.tell(event);
            assertThat(lastActions()).isEmpty();
        }
    }

    @Test
    void a_raised_quota_starts_the_waiting_workload_in_the_same_call_and_restarts_nothing() {
        UUID running = driver.submit("data", "first", Specs.whole(1));
        UUID waiting = driver.submit("data", "second", Specs.whole(1));

        driver.change(FourTeams.resources(
                FourTeams.node("server-1", FourTeams.A100, 8),
                FourTeams.quotasWith(FourTeams.quota(
                        "data", null, OverQuota.QUEUE, Map.of(Dimension.CARDS, FourTeams.limit(0, 2000L))))));

        ControllerDriver.Told raised = driver.told().stream()
                .filter(told -> told.event() instanceof ControllerEvent.ResourcesChanged)
                .findFirst()
                .orElseThrow();
        assertThat(raised.actions())
                .anyMatch(action -> action instanceof Action.Start(Workload workload, var ignored)
                        && workload.id().equals(waiting));
        assertThat(driver.phase(waiting)).isEqualTo(Phase.RUNNING);
        assertThat(driver.cluster().starts(running)).isEqualTo(1);
    }

    @Test
    void a_lowered_quota_stops_nothing() {
        UUID running = driver.submit("data", "first", Specs.whole(1));

        driver.change(FourTeams.resources(
                FourTeams.node("server-1", FourTeams.A100, 8),
                FourTeams.quotasWith(FourTeams.quota(
                        "data", null, OverQuota.QUEUE, Map.of(Dimension.CARDS, FourTeams.limit(0, 0L))))));

        assertThat(driver.phase(running)).isEqualTo(Phase.RUNNING);
    }

    @Test
    void inside_a_tenant_nobody_overtakes_for_the_same_cards() {
        UUID running = driver.submit("training", "running", Specs.whole(2));
        UUID large = driver.submit("training", "large", Specs.whole(3));
        UUID small = driver.submit("training", "small", Specs.whole(1));
        UUID cpus = driver.submit("training", "cpus", Specs.cpus(1000, 1024));
        UUID other = driver.submit("adhoc", "other", Specs.whole(1));

        assertThat(driver.phase(large)).isEqualTo(Phase.QUEUED);
        assertThat(driver.phase(small)).isEqualTo(Phase.QUEUED);
        assertThat(driver.explanation(small).checks()).contains(new Check.QueueOrder("training/large", false));
        assertThat(driver.phase(cpus)).isEqualTo(Phase.RUNNING);
        assertThat(driver.phase(other)).isEqualTo(Phase.RUNNING);

        driver.exit(running, 0);
        assertThat(driver.phase(large)).isEqualTo(Phase.RUNNING);
        assertThat(driver.phase(small)).isEqualTo(Phase.QUEUED);

        driver.exit(large, 0);
        assertThat(driver.phase(small)).isEqualTo(Phase.RUNNING);
    }

    @Test
    void a_higher_priority_goes_first_inside_a_tenant() {
        UUID running = driver.submit("data", "running", Specs.whole(1));
        UUID earlier = driver.submit("data", "earlier", Specs.whole(1));
        driver.clock().advance(Duration.ofSeconds(1));
        UUID urgent = driver.submit("data", "urgent", Specs.withPriority(5, Specs.whole(1)));

        driver.exit(running, 0);

        assertThat(driver.phase(urgent)).isEqualTo(Phase.RUNNING);
        assertThat(driver.phase(earlier)).isEqualTo(Phase.QUEUED);
    }

    @Test
    void cancelling_the_first_in_line_lets_the_next_go() {
        driver.submit("training", "running", Specs.whole(2));
        UUID large = driver.submit("training", "large", Specs.whole(2));
        UUID small = driver.submit("training", "small", Specs.whole(1));
        assertThat(driver.phase(small)).isEqualTo(Phase.QUEUED);

        driver.cancel(large);

        assertThat(driver.phase(small)).isEqualTo(Phase.RUNNING);
    }

    @Test
    void after_a_restart_what_was_decided_is_carried_out_and_nothing_is_started_twice() {
        driver.cluster().startByHand();
        driver.cluster().ignoreSigterm();
        UUID starting = driver.submit("adhoc", "starting", Specs.whole(1));
        UUID stopping = driver.submit("adhoc", "stopping", Specs.whole(1));
        driver.cluster().begin(driver.allocation(stopping).id());
        driver.settle();
        driver.cancel(stopping);
        UUID first = driver.submit("data", "first", Specs.whole(1));
        driver.cluster().begin(driver.allocation(first).id());
        UUID waiting = driver.submit("data", "second", Specs.whole(1));
        UUID allocation = driver.allocation(starting).id();

        driver.restart();

        assertThat(driver.allocation(starting).id()).isEqualTo(allocation);
        assertThat(driver.phase(stopping)).isEqualTo(Phase.STOPPING);
        assertThat(driver.phase(first)).isEqualTo(Phase.RUNNING);
        assertThat(driver.phase(waiting)).isEqualTo(Phase.QUEUED);
        driver.cluster().begin(allocation);
        driver.advance(Duration.ofSeconds(30));
        assertThat(driver.phase(starting)).isEqualTo(Phase.RUNNING);
        assertThat(driver.phase(stopping)).isEqualTo(Phase.CANCELLED);
        assertThat(List.of(starting, stopping, first))
                .allMatch(id -> driver.cluster().starts(id) == 1);
    }

    @Test
    void the_same_events_at_the_same_instants_give_the_same_actions() {
        driver.submit("adhoc", "a", Specs.whole(2));
        driver.submit("training", "b", Specs.whole(3));
        UUID c = driver.submit("inference", "c", Specs.share(20_480L, 500));
        driver.submit("data", "d", Specs.slice("3g.20gb"));
        driver.advance(Duration.ofHours(1));
        driver.exit(c, 1);
        driver.submit("adhoc", "e", Specs.whole(1));

        Controller again =
                new Controller(FourTeams.resources(), List.of(), new BestFit(), ControllerDriver.allocationIds(1));

        for (ControllerDriver.Told told : driver.told()) {
            assertThat(again.handle(told.event(), told.at())).isEqualTo(told.actions());
        }
    }

    @Test
    void the_same_finding_is_not_said_again() {
        driver.submit("data", "first", Specs.whole(1));
        driver.submit("data", "second", Specs.whole(1));

        driver.advance(Duration.ofMinutes(1));
        driver.tell(new ControllerEvent.Tick());

        assertThat(lastActions()).isEmpty();
    }

    @Test
    void a_request_never_gets_less_isolation_than_it_needs() {
        Node real = real(FourTeams.node("server-1", FourTeams.A100, 8));
        ControllerDriver onReal = new ControllerDriver(FourTeams.resources(real, FourTeams.quotas()));

        UUID soft = onReal.submit("adhoc", "soft", Specs.share(4096L, 100));
        UUID slice = onReal.submit("adhoc", "slice", Specs.slice("1g.5gb"));
        UUID none = onReal.submit("adhoc", "none", Specs.at(Isolation.NONE, Specs.share(4096L, 100)));
        UUID whole = onReal.submit("adhoc", "whole", Specs.whole(1));

        assertThat(onReal.ended(soft).reason()).isEqualTo(Reason.ISOLATION_UNAVAILABLE);
        assertThat(onReal.explanation(soft).checks())
                .containsExactly(new Check.IsolationLevel(Isolation.SOFT, Isolation.NONE, false));
        assertThat(onReal.explanation(soft).remedies())
                .containsExactly(new Remedy.InstallLimiter(), new Remedy.AskLowerIsolation(Isolation.NONE));
        assertThat(onReal.ended(slice).reason()).isEqualTo(Reason.ISOLATION_UNAVAILABLE);
        assertThat(onReal.allocation(none).isolation()).isEqualTo(Isolation.NONE);
        assertThat(onReal.allocation(whole).isolation()).isEqualTo(Isolation.HARD);
    }

    @Test
    void a_node_that_cannot_give_the_level_is_passed_over_even_if_it_is_all_that_is_free() {
        Node simulated = FourTeams.node("a-simulated", FourTeams.A100, 1);
        Node real = real(FourTeams.node("b-real", FourTeams.A100, 8));
        ControllerDriver both = new ControllerDriver(FourTeams.resources(
                List.of(simulated, real), List.of(FourTeams.quotas().getLast())));
        both.submit("adhoc", "first", Specs.share(30_000L, 700));

        UUID second = both.submit("adhoc", "second", Specs.share(20_000L, 500));

        assertThat(both.phase(second)).isEqualTo(Phase.QUEUED);
        assertThat(both.explanation(second).checks())
                .contains(new Check.CardFit("a100", 1, 20_000, 500, false, 0, 10_960, "a-simulated/0", 0, false));
        assertThat(both.explanation(second).remedies())
                .contains(new Remedy.WaitForEnd(Dimension.CARDS, 1000, List.of("adhoc/first")));
    }

    @Test
    void what_lacks_host_room_on_the_node_with_cards_is_told_so() {
        Node busy = FourTeams.node("a-busy", FourTeams.A100, 8);
        Node full = FourTeams.node("b-full", FourTeams.A100, 1);
        List<Quota> quotas = List.of(
                FourTeams.quota("adhoc", null, OverQuota.QUEUE, Map.of()),
                FourTeams.quota("data", null, OverQuota.QUEUE, Map.of()));
        ControllerDriver two = new ControllerDriver(FourTeams.resources(List.of(busy, full), quotas));
        two.submit("adhoc", "on-b", Specs.withHost(5000, 1024, Specs.whole(1)));
        two.submit("data", "cpus", Specs.cpus(60_000, 1024));
        assertThat(two.allocation(two.submit("data", "where", Specs.whole(1))).node())
                .isEqualTo("a-busy");

        UUID id = two.submit("data", "etl", Specs.withHost(5000, 1024, Specs.whole(2)));

        assertThat(two.phase(id)).isEqualTo(Phase.QUEUED);
        assertThat(two.explanation(id).checks())
                .contains(
                        new Check.NodeFit(Dimension.CPU, 5000, 3000, false),
                        new Check.NodeFit(Dimension.HOST_MEMORY, 1024, 524_288 - 2048, true));
        assertThat(two.explanation(id).remedies()).containsExactly(new Remedy.AskLess(Dimension.CPU, 3000));
    }

    @Test
    void a_sick_card_takes_nothing_new_and_what_it_holds_is_not_counted_against_the_others() {
        UUID first = driver.submit("adhoc", "first", Specs.whole(1));
        int sick = driver.allocation(first).shares().getFirst().card();
        List<Quota> quotas = FourTeams.quotasWith(
                FourTeams.quota("data", null, OverQuota.QUEUE, Map.of(Dimension.CARDS, FourTeams.limit(0, 8000L))));
        driver.change(FourTeams.resources(without(FourTeams.node("server-1", FourTeams.A100, 8), sick), quotas));

        UUID three = driver.submit("data", "three", Specs.whole(3));
        UUID fourth = driver.submit("data", "fourth", Specs.whole(1));

        assertThat(driver.phase(first)).isEqualTo(Phase.RUNNING);
        assertThat(driver.allocation(three).shares()).noneMatch(share -> share.card() == sick);
        assertThat(driver.explanation(fourth).checks())
                .anyMatch(check -> check instanceof Check.PoolFree free
                        && free.dimension() == Dimension.CARDS
                        && free.free() == 4000
                        && free.keptForGuarantees() == 4000);
    }

    @Test
    void a_guarantee_of_memory_alone_gives_no_right_to_compute_that_is_promised_to_others() {
        List<Quota> quotas = List.of(
                FourTeams.quota(
                        "training",
                        null,
                        OverQuota.QUEUE,
                        Map.of(
                                Dimension.CARDS,
                                FourTeams.limit(1000, null),
                                Dimension.COMPUTE,
                                FourTeams.limit(1000, null))),
                FourTeams.quota(
                        "data", null, OverQuota.QUEUE, Map.of(Dimension.MEMORY, FourTeams.limit(20_480, null))));
        ControllerDriver two =
                new ControllerDriver(FourTeams.resources(FourTeams.node("server-1", FourTeams.A100, 2), quotas));
        two.submit("data", "first", Specs.share(4096L, 900));

        UUID second = two.submit("data", "second", Specs.share(4096L, 900));

        assertThat(two.phase(second)).isEqualTo(Phase.QUEUED);
        assertThat(two.phase(two.submit("training", "tune", Specs.whole(1)))).isEqualTo(Phase.RUNNING);
    }

    private List<Action> lastActions() {
        return driver.told().getLast().actions();
    }

    private static Node real(Node node) {
        return new Node(
                node.id(),
                node.name(),
                node.region(),
                node.zone(),
                false,
                false,
                node.cpuMilli(),
                node.memoryMib(),
                node.cards(),
                node.nvlinkGroups());
    }

    private static Node without(Node node, int sick) {
        List<Card> cards = new ArrayList<>();
        for (Card card : node.cards()) {
            cards.add(new Card(
                    card.id(),
                    card.index(),
                    card.pool(),
                    card.model(),
                    card.uuid(),
                    card.numaNode(),
                    card.index() != sick));
        }
        return new Node(
                node.id(),
                node.name(),
                node.region(),
                node.zone(),
                true,
                false,
                node.cpuMilli(),
                node.memoryMib(),
                cards,
                node.nvlinkGroups());
    }
}
