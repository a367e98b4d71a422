package dev.wellfield.core.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.core.pool.Card;
import dev.wellfield.core.pool.Dimension;
import dev.wellfield.core.pool.Node;
import dev.wellfield.core.scheduling.WorkloadState.Phase;
import dev.wellfield.core.tenancy.Quota;
import dev.wellfield.core.tenancy.Quota.OverQuota;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Room on cards that is kept for guarantees: sums alone serve nobody. */
final class KeptRoomTest {
    @Test
    void borrowers_in_awkward_sizes_leave_whole_cards_to_whom_they_are_guaranteed() {
        ControllerDriver driver = driver(4, cards("training", 2000), borrower("adhoc"));
        driver.submit("adhoc", "one", Specs.share(1024L, 600));
        driver.submit("adhoc", "two", Specs.share(1024L, 600));

        UUID third = driver.submit("adhoc", "three", Specs.share(1024L, 600));

        assertThat(driver.phase(third))
                .as("2,200 of 4,000 are free beside 2,000")
                .isEqualTo(Phase.QUEUED);
        UUID training = driver.submit("training", "tune", Specs.whole(2));
        assertThat(driver.phase(training)).isEqualTo(Phase.RUNNING);
    }

    @Test
    void the_explanation_says_how_much_is_kept() {
        ControllerDriver driver = driver(4, cards("training", 2000), borrower("adhoc"));
        driver.submit("adhoc", "one", Specs.share(4096L, 501));
        driver.submit("adhoc", "two", Specs.share(4096L, 501));

        UUID third = driver.submit("adhoc", "three", Specs.share(4096L, 501));

        assertThat(driver.explanation(third).checks())
                .contains(new Check.CardFit("a100", 1, 4096, 501, false, 0, 36_864, "server-1/0", 2000, false));
        assertThat(driver.explanation(third).remedies())
                .containsExactly(new Remedy.WaitForEnd(Dimension.CARDS, 1000, List.of("adhoc/one")));
    }

    @Test
    void slices_of_borrowers_leave_whole_cards_too() {
        ControllerDriver driver = driver(2, cards("training", 1000), borrower("adhoc"));
        driver.submit("adhoc", "share", Specs.share(1024L, 50));

        UUID slice = driver.submit("adhoc", "slice", Specs.slice("1g.5gb"));

        assertThat(driver.phase(slice)).as("it would cut the last empty card").isEqualTo(Phase.QUEUED);
        assertThat(driver.phase(driver.submit("training", "tune", Specs.whole(1))))
                .isEqualTo(Phase.RUNNING);
    }

    @Test
    void a_part_of_a_card_that_is_guaranteed_stays_in_one_piece() {
        ControllerDriver driver = driver(2, cards("inference", 500), borrower("adhoc"));
        driver.submit("adhoc", "one", Specs.share(1024L, 600));

        UUID second = driver.submit("adhoc", "two", Specs.share(1024L, 600));
        UUID small = driver.submit("data", "small", Specs.share(1024L, 400));

        assertThat(driver.phase(second)).as("it would leave 400 and 400").isEqualTo(Phase.QUEUED);
        assertThat(driver.phase(small)).isEqualTo(Phase.RUNNING);
        UUID inference = driver.submit("inference", "serve", Specs.share(20_480L, 500));
        assertThat(driver.phase(inference)).isEqualTo(Phase.RUNNING);
    }

    @Test
    void one_card_is_shared_by_a_guaranteed_half_and_a_borrowed_half() {
        ControllerDriver driver = driver(1, cards("inference", 500), borrower("adhoc"));

        UUID adhoc = driver.submit("adhoc", "one", Specs.share(20_480L, 500));

        assertThat(driver.phase(adhoc)).isEqualTo(Phase.RUNNING);
        UUID inference = driver.submit("inference", "serve", Specs.share(20_480L, 500));
        assertThat(driver.phase(inference)).isEqualTo(Phase.RUNNING);
    }

    @Test
    void what_is_used_of_a_guarantee_is_no_longer_kept() {
        ControllerDriver driver = driver(2, cards("training", 1000), borrower("adhoc"));
        UUID training = driver.submit("training", "tune", Specs.whole(1));

        UUID adhoc = driver.submit("adhoc", "one", Specs.whole(1));
        assertThat(driver.phase(adhoc)).isEqualTo(Phase.RUNNING);
        driver.exit(training, 0);

        assertThat(driver.phase(driver.submit("adhoc", "two", Specs.share(1024L, 50))))
                .isEqualTo(Phase.QUEUED);
        assertThat(driver.phase(driver.submit("training", "again", Specs.whole(1))))
                .isEqualTo(Phase.RUNNING);
    }

    @Test
    void one_guarantee_is_safe_from_another_that_is_used_in_awkward_sizes() {
        ControllerDriver driver = driver(2, cards("training", 1000), cards("inference", 1000));
        driver.submit("inference", "one", Specs.share(1024L, 600));

        UUID slice = driver.submit("inference", "two", Specs.slice("1g.5gb"));

        assertThat(driver.phase(slice)).as("its own 400 are left, as a share").isEqualTo(Phase.QUEUED);
        assertThat(driver.phase(driver.submit("training", "tune", Specs.whole(1))))
                .isEqualTo(Phase.RUNNING);
        assertThat(driver.phase(driver.submit("data", "none", Specs.share(1024L, 50))))
                .isEqualTo(Phase.QUEUED);
    }

    @Test
    void where_cards_are_sick_who_asks_first_is_served_first() {
        ControllerDriver driver = driver(2, cards("training", 1000), cards("inference", 1000));
        driver.change(resources(
                oneSick(FourTeams.node("server-1", FourTeams.A100, 2)),
                driver.resources().quotas()));

        UUID inference = driver.submit("inference", "serve", Specs.share(20_480L, 500));

        assertThat(driver.phase(inference)).isEqualTo(Phase.RUNNING);
        assertThat(driver.phase(driver.submit("training", "tune", Specs.whole(1))))
                .isEqualTo(Phase.QUEUED);
    }

    @Test
    void cards_that_are_kept_are_kept_together() {
        Node a = FourTeams.node("a", FourTeams.A100, 2);
        Node b = FourTeams.node("b", FourTeams.A100, 3);
        ControllerDriver driver = new ControllerDriver(
                FourTeams.resources(List.of(a, b), List.of(cards("training", 3000), borrower("adhoc"))));

        UUID first = driver.submit("adhoc", "one", Specs.share(1024L, 600));
        UUID second = driver.submit("adhoc", "two", Specs.share(1024L, 600));

        assertThat(List.of(
                        driver.allocation(first).node(),
                        driver.allocation(second).node()))
                .containsExactly("a", "a");
        assertThat(driver.phase(driver.submit("training", "tune", Specs.whole(3))))
                .isEqualTo(Phase.RUNNING);
    }

    @Test
    void a_guarantee_of_memory_keeps_cards_that_have_it() {
        Quota memory = FourTeams.quota(
                "training", null, OverQuota.QUEUE, Map.of(Dimension.MEMORY, FourTeams.limit(40_960, null)));
        ControllerDriver driver = driver(2, memory, borrower("adhoc"));
        driver.submit("adhoc", "one", Specs.share(1024L, 50));

        UUID second = driver.submit("adhoc", "two", Specs.whole(1));

        assertThat(driver.phase(second)).isEqualTo(Phase.QUEUED);
        UUID training = driver.submit("training", "tune", Specs.share(40_960L, 100));
        assertThat(driver.phase(training)).isEqualTo(Phase.RUNNING);
    }

    private static ControllerDriver driver(int cards, Quota... quotas) {
        List<Quota> all = new ArrayList<>(List.of(quotas));
        if (all.stream().noneMatch(quota -> quota.tenant().equals("data"))) {
            all.add(borrower("data"));
        }
        return new ControllerDriver(resources(FourTeams.node("server-1", FourTeams.A100, cards), all));
    }

    private static Resources resources(Node node, List<Quota> quotas) {
        return FourTeams.resources(node, quotas);
    }

    /** Guaranteed thousandths of cards, and no ceiling. */
    private static Quota cards(String tenant, long guarantee) {
        return quota(tenant, guarantee, null);
    }

    private static Quota borrower(String tenant) {
        return quota(tenant, 0, null);
    }

    private static Quota quota(String tenant, long guarantee, @Nullable Long ceiling) {
        return FourTeams.quota(
                tenant, null, OverQuota.QUEUE, Map.of(Dimension.CARDS, FourTeams.limit(guarantee, ceiling)));
    }

    private static Node oneSick(Node node) {
        Card first = node.cards().getFirst();
        Card sick = new Card(first.id(), 0, first.pool(), first.model(), null, 0, false);
        List<Card> cards = new ArrayList<>(node.cards());
        cards.set(0, sick);
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
