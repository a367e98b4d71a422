package dev.wellfield.core.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.core.pool.Card;
import dev.wellfield.core.pool.Node;
import dev.wellfield.core.pool.Share;
import dev.wellfield.core.pool.Slice;
import dev.wellfield.core.scheduling.PlacementPolicy.Placement;
import dev.wellfield.core.tenancy.Quota;
import dev.wellfield.core.tenancy.Quota.OverQuota;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where requests are placed, and what fits on a card. */
final class BestFitTest {
    private static final Quota QUOTA = FourTeams.quota("data", null, OverQuota.QUEUE, Map.of());

    private final BestFit policy = new BestFit();
    private final Map<Integer, List<Share>> held = new HashMap<>();

    @Test
    void whole_cards_go_together_by_nvlink_where_a_group_has_room() {
        hold(1, whole());
        hold(5, whole());

        assertThat(cards(Specs.whole(3))).containsExactly(0, 2, 3);
        assertThat(cards(Specs.whole(4))).as("no group has four").hasSize(4);
    }

    @Test
    void the_group_in_which_least_is_left_over_is_taken() {
        hold(0, whole());
        hold(1, whole());

        assertThat(cards(Specs.whole(2))).containsExactly(2, 3);
        assertThat(cards(Specs.whole(3))).containsExactly(4, 5, 6);
    }

    @Test
    void without_nvlink_whole_cards_go_together_by_numa_node() {
        Node node = FourTeams.node("server-1", FourTeams.A100, 6);
        assertThat(node.nvlinkGroups()).isEmpty();
        hold(0, whole());

        assertThat(cards(Specs.whole(2), view(node))).containsExactly(1, 2);
        assertThat(cards(Specs.whole(3), view(node))).containsExactly(3, 4, 5);
        assertThat(cards(Specs.whole(5), view(node))).containsExactly(1, 2, 3, 4, 5);
    }

    @Test
    void a_share_goes_where_least_is_free_but_enough() {
        hold(2, share(10_000, 200));
        hold(6, share(20_000, 400));
        hold(7, share(36_000, 800));

        assertThat(cards(Specs.share(20_000L, 400))).containsExactly(6);
        assertThat(cards(Specs.share(30_000L, 400))).containsExactly(2);
        assertThat(cards(Specs.share(4_000L, 100))).containsExactly(7);
        assertThat(cards(Specs.share(40_000L, 100))).containsExactly(0);
    }

    @Test
    void memory_compute_and_bandwidth_each_limit_a_card() {
        for (int card = 0; card < 8; card++) {
            hold(card, new Share(card, 20_480, 400, 900, false, null));
        }

        assertThat(place(Specs.share(20_481L, 100))).isEmpty();
        assertThat(place(Specs.share(1_000L, 601))).isEmpty();
        assertThat(place(Specs.share(1_000L, 101)))
                .as("bandwidth follows compute")
                .isEmpty();
        assertThat(place(Specs.share(20_480L, 100))).isPresent();
    }

    @Test
    void the_fullest_node_is_filled_first_and_ties_go_by_name() {
        NodeView a = view(FourTeams.node("a", FourTeams.A100, 4));
        NodeView b = view(FourTeams.node("b", FourTeams.A100, 4));
        hold(0, whole());
        NodeView c = view(FourTeams.node("c", FourTeams.A100, 4));

        assertThat(policy.place(ask(Specs.whole(1)), List.of(a, b))
                        .orElseThrow()
                        .node())
                .isEqualTo(a);
        assertThat(policy.place(ask(Specs.whole(1)), List.of(a, b, c))
                        .orElseThrow()
                        .node())
                .isEqualTo(c);
        assertThat(policy.place(ask(Specs.whole(4)), List.of(c, b))
                        .orElseThrow()
                        .node())
                .isEqualTo(b);
    }

    @Test
    void all_cards_of_a_request_are_on_one_node() {
        NodeView a = view(FourTeams.node("a", FourTeams.A100, 4));
        NodeView b = view(FourTeams.node("b", FourTeams.A100, 4));

        assertThat(policy.place(ask(Specs.whole(5)), List.of(a, b))).isEmpty();
    }

    @Test
    void a_node_without_host_room_is_passed_over() {
        NodeView full = new NodeView(FourTeams.node("a", FourTeams.A100, 1), List.of(), 999, 1024);

        assertThat(policy.place(ask(Specs.cpus(1000, 1024)), List.of(full))).isEmpty();
        assertThat(policy.place(ask(Specs.cpus(999, 1025)), List.of(full))).isEmpty();
        assertThat(policy.place(ask(Specs.cpus(999, 1024)), List.of(full))).isPresent();
    }

    @ParameterizedTest
    @CsvSource({"1g.5gb, 7", "1g.10gb, 4", "2g.10gb, 3", "3g.20gb, 2", "4g.20gb, 1", "7g.40gb, 1"})
    void one_card_is_cut_into_as_many_slices_of_a_profile_as_the_maker_says(String profile, int most) {
        assertThat(cut(profile, profile, profile, profile, profile, profile, profile, profile))
                .isEqualTo(most);
    }

    @Test
    void slices_of_different_profiles_share_a_card_where_the_maker_allows_it() {
        assertThat(cut("4g.20gb", "3g.20gb")).isEqualTo(2);
        assertThat(cut("3g.20gb", "4g.20gb")).isEqualTo(2);
        assertThat(cut("3g.20gb", "2g.10gb", "1g.5gb")).isEqualTo(3);
        assertThat(cut("1g.5gb", "2g.10gb", "2g.10gb", "2g.10gb")).isEqualTo(4);
        assertThat(cut("4g.20gb", "4g.20gb")).isEqualTo(1);
        assertThat(cut("3g.20gb", "3g.20gb", "1g.5gb"))
                .as("all memory is taken")
                .isEqualTo(2);
        assertThat(cut("4g.20gb", "2g.10gb", "1g.5gb", "1g.5gb"))
                .as("all compute is taken")
                .isEqualTo(3);
    }

    @Test
    void a_small_slice_leaves_the_front_to_large_ones() {
        cut("1g.5gb");

        assertThat(held.get(0)).extracting(Share::slice).containsExactly(new Slice("1g.5gb", 6));
        assertThat(cutMore("3g.20gb")).isEqualTo(1);
        assertThat(held.get(0)).extracting(Share::slice).contains(new Slice("3g.20gb", 0));
    }

    @Test
    void slices_and_software_shares_never_share_a_card() {
        for (int card = 0; card < 7; card++) {
            hold(card, share(1_000, 50));
        }
        assertThat(cards(Specs.slice("1g.5gb"))).containsExactly(7);
        hold(7, ask(Specs.slice("1g.5gb")).share(7, 6));

        assertThat(cards(Specs.share(39_960L, 950))).isNotEmpty().doesNotContain(7);
        hold(0, whole());
        assertThat(place(Specs.slice("7g.40gb"))).isEmpty();
    }

    @Test
    void nothing_goes_beside_a_whole_card_or_on_a_sick_one() {
        Card healthy = FourTeams.node("server-1", FourTeams.A100, 1).cards().getFirst();
        Card sick = new Card(healthy.id(), 0, "a100", FourTeams.A100, null, 0, false);
        CardView taken = new CardView(healthy, List.of(whole()));

        assertThat(taken.freeMemoryMib()).isZero();
        assertThat(taken.freeComputePermille()).isZero();
        assertThat(taken.fits(ask(Specs.share(1L, 1)))).isFalse();
        assertThat(new CardView(sick, List.of()).fits(ask(Specs.share(1L, 1)))).isFalse();
        assertThat(new CardView(sick, List.of()).fits(ask(Specs.whole(1)))).isFalse();
    }

    @Test
    void room_that_is_kept_for_others_is_not_given() {
        Card card = FourTeams.node("server-1", FourTeams.A100, 1).cards().getFirst();
        CardView kept = new CardView(card, List.of(), 400);

        assertThat(kept.fits(ask(Specs.share(24_576L, 600)))).isTrue();
        assertThat(kept.fits(ask(Specs.share(24_577L, 600)))).isFalse();
        assertThat(kept.fits(ask(Specs.share(1_000L, 601)))).isFalse();
        assertThat(kept.fits(ask(Specs.whole(1)))).isFalse();
        assertThat(kept.fits(ask(Specs.slice("1g.5gb")))).isFalse();
    }

    @Test
    void the_same_views_give_the_same_place() {
        hold(3, share(1_000, 50));
        Optional<Placement> first = place(Specs.shares(2, 2_000L, 100));

        assertThat(place(Specs.shares(2, 2_000L, 100))).isEqualTo(first);
    }

    /** Cuts card 0 anew, as far as it goes; returns how many slices were cut. */
    private int cut(String... profiles) {
        held.clear();
        return cutMore(profiles);
    }

    private int cutMore(String... profiles) {
        int cut = 0;
        for (String profile : profiles) {
            NodeView one = view(FourTeams.node("server-1", FourTeams.A100, 1));
            Optional<Placement> placement = policy.place(ask(Specs.slice(profile)), List.of(one));
            if (placement.isPresent()) {
                hold(0, placement.get().shares().getFirst());
                cut++;
            }
        }
        return cut;
    }

    private void hold(int card, Share share) {
        held.computeIfAbsent(card, it -> new ArrayList<>()).add(share);
    }

    private Optional<Placement> place(WorkloadSpec spec) {
        return policy.place(ask(spec), List.of(view(FourTeams.node("server-1", FourTeams.A100, 8))));
    }

    private List<Integer> cards(WorkloadSpec spec) {
        return cards(spec, view(FourTeams.node("server-1", FourTeams.A100, 8)));
    }

    private List<Integer> cards(WorkloadSpec spec, NodeView node) {
        return policy.place(ask(spec), List.of(node)).orElseThrow().shares().stream()
                .map(Share::card)
                .toList();
    }

    private NodeView view(Node node) {
        List<CardView> cards = node.cards().stream()
                .map(card -> new CardView(card, held.getOrDefault(card.index(), List.of())))
                .toList();
        return new NodeView(node, cards, node.cpuMilli(), node.memoryMib());
    }

    private static Ask ask(WorkloadSpec spec) {
        return ((AskCheck.Result.Valid) AskCheck.check("data", spec, QUOTA, FourTeams.A100, List.of())).ask();
    }

    private static Share whole() {
        return new Share(0, 40_960, 1000, 1000, true, null);
    }

    private static Share share(long memoryMib, int computePermille) {
        return new Share(0, memoryMib, computePermille, computePermille, false, null);
    }
}
