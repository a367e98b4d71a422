package dev.wellfield.core.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.core.pool.Allocation;
import dev.wellfield.core.pool.Dimension;
import dev.wellfield.core.pool.Isolation;
import dev.wellfield.core.pool.Share;
import dev.wellfield.core.scheduling.Check.Holder;
import dev.wellfield.core.scheduling.Explanation.Verdict;
import dev.wellfield.core.scheduling.WorkloadState.Phase;
import dev.wellfield.core.tenancy.Quota.OverQuota;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The example of four teams on eight cards. */
final class FourTeamsTest {
    private final ControllerDriver driver = new ControllerDriver(FourTeams.resources());

    @Test
    void a_guarantee_is_served_at_once_when_all_others_have_taken_what_they_may() {
        driver.submit("adhoc", "notebooks", Specs.whole(2));
        driver.submit("data", "etl", Specs.whole(1));
        driver.submit("inference", "one", Specs.share(20_480L, 500));
        driver.submit("inference", "two", Specs.share(20_480L, 500));

        UUID training = driver.submit("training", "tune", Specs.whole(3));

        assertThat(driver.phase(training)).isEqualTo(Phase.RUNNING);
        Allocation allocation = driver.allocation(training);
        assertThat(allocation.borrowed()).isFalse();
        assertThat(allocation.isolation()).isEqualTo(Isolation.HARD);
        assertThat(allocation.simulated()).isTrue();
        assertThat(allocation.shares()).extracting(Share::memoryMib).containsExactly(35_840L, 35_840L, 35_840L);
        assertThat(allocation.shares()).extracting(Share::card).containsExactly(4, 5, 6);
    }

    @Test
    void two_halves_of_the_inference_team_share_one_card() {
        UUID one = driver.submit("inference", "one", Specs.share(20_480L, 500));
        UUID two = driver.submit("inference", "two", Specs.share(20_480L, 500));

        Allocation first = driver.allocation(one);
        assertThat(first.shares()).containsExactly(new Share(0, 20_480, 500, 500, false, null));
        assertThat(first.isolation()).isEqualTo(Isolation.SOFT);
        assertThat(driver.allocation(two).shares()).isEqualTo(first.shares());
    }

    @Test
    void nobody_takes_a_whole_card_beside_a_share_or_a_share_of_a_whole_card() {
        UUID share = driver.submit("adhoc", "small", Specs.share(1_000L, 50));
        UUID whole = driver.submit("data", "etl", Specs.whole(1));
        UUID another = driver.submit("adhoc", "small-too", Specs.share(1_000L, 50));

        assertThat(card(share)).isEqualTo(card(another)).isNotEqualTo(card(whole));
    }

    @Test
    void a_borrower_never_takes_what_is_guaranteed_to_others() {
        ControllerDriver greedy = new ControllerDriver(greedyAdhoc());
        for (int i = 1; i <= 4; i++) {
            UUID id = greedy.submit("adhoc", "job-" + i, Specs.whole(1));
            assertThat(greedy.allocation(id).borrowed()).isTrue();
        }

        UUID fifth = greedy.submit("adhoc", "job-5", Specs.whole(1));

        assertThat(greedy.phase(fifth)).isEqualTo(Phase.QUEUED);
        List<Holder> holders = List.of(
                new Holder("adhoc/job-1", 1000),
                new Holder("adhoc/job-2", 1000),
                new Holder("adhoc/job-3", 1000),
                new Holder("adhoc/job-4", 1000));
        Explanation why = greedy.explanation(fifth);
        assertThat(why.verdict()).isEqualTo(Verdict.QUEUED);
        assertThat(why.checks())
                .contains(new Check.PoolFree("a100", Dimension.CARDS, 1000, 4000, 4000, holders, false));
        assertThat(why.remedies())
                .contains(
                        new Remedy.WaitForEnd(Dimension.CARDS, 1000, List.of("adhoc/job-1")),
                        new Remedy.AddCards(Dimension.CARDS, 1000));
        assertThat(greedy.phase(greedy.submit("training", "tune", Specs.whole(3))))
                .isEqualTo(Phase.RUNNING);
        assertThat(greedy.phase(greedy.submit("inference", "one", Specs.share(20_480L, 500))))
                .isEqualTo(Phase.RUNNING);
        assertThat(greedy.phase(greedy.submit("inference", "two", Specs.share(20_480L, 500))))
                .isEqualTo(Phase.RUNNING);
    }

    @Test
    void a_waiting_borrower_starts_as_soon_as_there_is_room_beside_the_guarantees() {
        ControllerDriver greedy = new ControllerDriver(greedyAdhoc());
        UUID first = greedy.submit("adhoc", "first", Specs.whole(4));
        UUID second = greedy.submit("adhoc", "second", Specs.whole(1));
        assertThat(greedy.phase(second)).isEqualTo(Phase.QUEUED);

        greedy.exit(first, 0);

        assertThat(greedy.phase(second)).isEqualTo(Phase.RUNNING);
    }

    @Test
    void a_ceiling_holds_and_the_explanation_says_which_how_much_and_by_whom() {
        driver.submit("data", "first", Specs.withHost(3000, 1024, Specs.whole(1)));

        UUID second = driver.submit("data", "second", Specs.withHost(6000, 1024, Specs.whole(1)));

        assertThat(driver.phase(second)).isEqualTo(Phase.QUEUED);
        Explanation why = driver.explanation(second);
        assertThat(why.checks())
                .containsExactly(
                        new Check.IsolationLevel(Isolation.HARD, Isolation.HARD, true),
                        ceiling(Dimension.CARDS, 1000, 1000, 1000, new Holder("data/first", 1000)),
                        ceiling(Dimension.MEMORY, 40_960, 40_960, 40_960, new Holder("data/first", 40_960)),
                        ceiling(Dimension.CPU, 6000, 3000, 8000, new Holder("data/first", 3000)));
        assertThat(why.remedies())
                .containsExactly(
                        new Remedy.WaitForEnd(Dimension.CARDS, 1000, List.of("data/first")),
                        new Remedy.RaiseCeiling(Dimension.CARDS, 2000),
                        new Remedy.WaitForEnd(Dimension.MEMORY, 40_960, List.of("data/first")),
                        new Remedy.RaiseCeiling(Dimension.MEMORY, 81_920),
                        new Remedy.WaitForEnd(Dimension.CPU, 1000, List.of("data/first")),
                        new Remedy.AskLess(Dimension.CPU, 5000),
                        new Remedy.RaiseCeiling(Dimension.CPU, 9000));
    }

    @Test
    void what_is_over_a_quota_that_says_refuse_is_refused_with_the_numbers() {
        driver.submit("adhoc", "first", Specs.whole(1));
        driver.submit("adhoc", "small", Specs.share(4_096L, 100));

        UUID second = driver.submit("adhoc", "second", Specs.whole(1));

        WorkloadState.Ended ended = driver.ended(second);
        assertThat(ended.phase()).isEqualTo(Phase.REFUSED);
        assertThat(ended.reason()).isEqualTo(Reason.OVER_QUOTA);
        Explanation why = driver.explanation(second);
        assertThat(why.verdict()).isEqualTo(Verdict.REFUSED);
        assertThat(why.checks())
                .contains(new Check.QuotaCeiling(
                        "a100",
                        Dimension.CARDS,
                        1000,
                        1100,
                        0,
                        2000L,
                        List.of(new Holder("adhoc/first", 1000), new Holder("adhoc/small", 100)),
                        false));
        assertThat(why.remedies())
                .contains(
                        new Remedy.WaitForEnd(Dimension.CARDS, 100, List.of("adhoc/first")),
                        new Remedy.AskLess(Dimension.CARDS, 900),
                        new Remedy.RaiseCeiling(Dimension.CARDS, 2100));
    }

    @Test
    void what_a_refusing_quota_allows_waits_for_cards_instead_of_being_refused() {
        ControllerDriver small = new ControllerDriver(
                FourTeams.resources(FourTeams.node("server-1", FourTeams.A100, 5), FourTeams.quotas()));
        small.submit("data", "etl", Specs.whole(1));

        UUID adhoc = small.submit("adhoc", "notebook", Specs.whole(1));

        assertThat(small.phase(adhoc)).isEqualTo(Phase.QUEUED);
        assertThat(small.explanation(adhoc).checks())
                .contains(new Check.PoolFree(
                        "a100", Dimension.CARDS, 1000, 4000, 4000, List.of(new Holder("data/etl", 1000)), false));
    }

    @Test
    void the_reserved_are_served_first_when_all_wait() {
        Resources none = FourTeams.resources(List.of(), FourTeams.quotas());
        ControllerDriver later = new ControllerDriver(none);
        UUID adhoc = later.submit("adhoc", "notebook", Specs.whole(2));
        UUID data = later.submit("data", "etl", Specs.whole(1));
        UUID training = later.submit("training", "tune", Specs.whole(3));

        later.change(FourTeams.resources(FourTeams.node("server-1", FourTeams.A100, 8), FourTeams.quotas()));

        assertThat(later.allocation(training).shares()).extracting(Share::card).containsExactly(5, 6, 7);
        assertThat(later.allocation(data).shares()).extracting(Share::card).containsExactly(0);
        assertThat(later.allocation(adhoc).shares()).extracting(Share::card).containsExactly(1, 2);
    }

    @Test
    void work_on_cpus_alone_needs_no_card_and_is_held_by_the_cpu_ceiling() {
        UUID first = driver.submit("data", "first", Specs.cpus(8000, 65_536));

        UUID second = driver.submit("data", "second", Specs.cpus(10, 16));

        assertThat(driver.phase(first)).isEqualTo(Phase.RUNNING);
        assertThat(driver.allocation(first).shares()).isEmpty();
        assertThat(driver.allocation(first).isolation()).isEqualTo(Isolation.NONE);
        assertThat(driver.explanation(second).checks())
                .containsExactly(ceiling(Dimension.CPU, 10, 8000, 8000, new Holder("data/first", 8000)));
    }

    @Test
    void a_tenant_without_a_quota_in_the_pool_gets_nothing_and_is_told_so() {
        UUID id = driver.submit("data", "etl", Specs.cpus(10, 16));
        driver.cancel(id);
        driver.change(FourTeams.resources(
                FourTeams.node("server-1", FourTeams.A100, 8),
                FourTeams.quotas().subList(0, 2)));
        Workload orphan = FourTeams.workload(
                new UUID(9, 9), "data", "etl", Specs.whole(1), driver.clock().instant());

        driver.tell(new ControllerEvent.Submitted(orphan));

        assertThat(driver.explanation(orphan.id()).checks())
                .contains(new Check.QuotaCeiling("a100", Dimension.CONCURRENCY, 1, 0, 0, 0L, List.of(), false));
    }

    private int card(UUID id) {
        return driver.allocation(id).shares().getFirst().card();
    }

    private static Check ceiling(Dimension dimension, long asked, long used, long ceiling, Holder holder) {
        return new Check.QuotaCeiling(
                "a100", dimension, asked, used, 0, ceiling, List.of(holder), used + asked <= ceiling);
    }

    private static Resources greedyAdhoc() {
        return FourTeams.resources(
                FourTeams.node("server-1", FourTeams.A100, 8),
                FourTeams.quotasWith(FourTeams.quota(
                        "adhoc", null, OverQuota.QUEUE, Map.of(Dimension.CARDS, FourTeams.limit(0, 8000L)))));
    }
}
