package dev.wellfield.core.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.wellfield.core.pool.Amounts;
import dev.wellfield.core.pool.CardModel;
import dev.wellfield.core.pool.Catalogue;
import dev.wellfield.core.pool.Dimension;
import dev.wellfield.core.pool.Isolation;
import dev.wellfield.core.pool.Node;
import dev.wellfield.core.scheduling.WorkloadSpec.ShareSpec;
import dev.wellfield.core.tenancy.Limit;
import dev.wellfield.core.tenancy.Quota;
import dev.wellfield.core.tenancy.Quota.OverQuota;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class AskCheckTest {
    private static final Quota TRAINING = FourTeams.quotas().get(0);
    private static final Quota INFERENCE = FourTeams.quotas().get(1);
    private static final Quota UNLIMITED = FourTeams.quota("data", null, OverQuota.QUEUE, Map.of());

    @Test
    void whole_cards_take_what_the_quota_allows_of_each_and_all_of_its_compute() {
        Ask ask = valid(Specs.whole(3), TRAINING);

        assertThat(ask.memoryMib()).isEqualTo(35_840);
        assertThat(ask.computePermille()).isEqualTo(1000);
        assertThat(ask.whole()).isTrue();
        assertThat(ask.isolation()).isEqualTo(Isolation.HARD);
        assertThat(ask.amounts().get(Dimension.CARDS)).isEqualTo(3000);
        assertThat(ask.amounts().get(Dimension.MEMORY)).isEqualTo(107_520);
        assertThat(ask.amounts().get(Dimension.BANDWIDTH)).isEqualTo(3 * 1_555_000);
    }

    @Test
    void an_exact_fit_fits() {
        assertThat(valid(Specs.share(20_480L, 500), INFERENCE).memoryMib()).isEqualTo(20_480);
        assertThat(valid(Specs.shares(2, 20_480L, 500), INFERENCE).amounts().get(Dimension.CARDS))
                .isEqualTo(1000);
        assertThat(valid(Specs.share(40_960L, 1000), UNLIMITED).memoryMib()).isEqualTo(40_960);
    }

    @Test
    void what_is_not_said_of_a_share_is_in_proportion_to_what_is_said() {
        Ask byMemory = valid(Specs.share(10_000L, null), UNLIMITED);
        Ask byCompute = valid(Specs.share(null, 250), UNLIMITED);

        // 10,000 / 40,960 = 244.1 thousandths: compute is never less than in proportion
        assertThat(byMemory.computePermille()).isEqualTo(245);
        assertThat(byMemory.bandwidthPermille()).isEqualTo(245);
        // 250 thousandths of 40,960
        assertThat(byCompute.memoryMib()).isEqualTo(10_240);
        assertThat(byCompute.isolation()).isEqualTo(Isolation.SOFT);
    }

    @Test
    void bandwidth_is_as_much_as_compute_unless_it_is_said() {
        WorkloadSpec spec = Specs.spec(1, new ShareSpec(4096L, 100, 700, null), null, 1000, 1024, 0);

        assertThat(valid(spec, UNLIMITED).bandwidthPermille()).isEqualTo(700);
        assertThat(valid(Specs.share(4096L, 100), UNLIMITED).bandwidthPermille())
                .isEqualTo(100);
    }

    @Test
    void a_slice_has_what_its_profile_has() {
        Ask ask = valid(Specs.slice("2g.10gb"), UNLIMITED);

        assertThat(ask.memoryMib()).isEqualTo(9_856);
        assertThat(ask.computePermille()).isEqualTo(285);
        assertThat(ask.bandwidthPermille()).isEqualTo(250);
        assertThat(ask.isolation()).isEqualTo(Isolation.HARD);
    }

    @Test
    void seven_slices_are_one_card() {
        Quota one = FourTeams.quota("data", null, OverQuota.QUEUE, Map.of(Dimension.CARDS, FourTeams.limit(0, 1000L)));
        Ask ask = valid(Specs.slice("1g.5gb"), one);

        Amounts seven = Amounts.ZERO;
        for (int slice = 0; slice < 7; slice++) {
            seven = seven.plus(ask.amounts());
        }

        assertThat(one.limit(Dimension.CARDS).allows(seven.get(Dimension.CARDS)))
                .isTrue();
    }

    @Test
    void more_memory_than_the_card_has_is_refused() {
        assertThat(invalid(Specs.share(40_961L, 1000), UNLIMITED))
                .containsExactly(new Violation(
                        "/spec/share/memoryMib",
                        "40,961 MiB",
                        "at most 40 GiB, the device memory of one A100-40GB",
                        false));
    }

    @Test
    void more_memory_than_the_quota_allows_of_one_card_is_refused() {
        assertThat(invalid(Specs.share(20_481L, 500), INFERENCE))
                .containsExactly(new Violation(
                        "/spec/share/memoryMib",
                        "20,481 MiB",
                        "at most 20 GiB, what the quota of team allows of one card",
                        true));
    }

    @Test
    void memory_that_follows_from_what_was_written_is_said_to_be_wrong_there() {
        assertThat(invalid(Specs.share(null, 600), INFERENCE))
                .extracting(Violation::pointer)
                .containsExactly("/spec/share/computePermille");
        assertThat(invalid(Specs.slice("7g.40gb"), INFERENCE))
                .extracting(Violation::pointer)
                .containsExactly("/spec/share/migProfile");
    }

    @Test
    void a_product_over_a_ceiling_is_shown_as_one_and_each_field_is_named_once() {
        assertThat(invalid(Specs.whole(4), TRAINING))
                .containsExactly(new Violation(
                        "/spec/cards", "4 cards", "at most 3 cards, the ceiling of team in pool a100", true));
        assertThat(invalid(Specs.shares(3, 15_000L, 300), INFERENCE))
                .containsExactly(
                        new Violation(
                                "/spec/cards",
                                "3 x 0.366 cards = 1.098 cards",
                                "at most 1 card, the ceiling of team in pool a100",
                                true),
                        new Violation(
                                "/spec/share/memoryMib",
                                "3 x 15,000 MiB = 45,000 MiB",
                                "at most 40 GiB, the ceiling of team in pool a100",
                                true));
    }

    @Test
    void a_ceiling_of_the_host_is_named_at_its_field() {
        Quota small = FourTeams.quota(
                "data",
                null,
                OverQuota.QUEUE,
                Map.of(Dimension.CPU, FourTeams.limit(0, 8000L), Dimension.HOST_MEMORY, FourTeams.limit(0, 1024L)));

        assertThat(invalid(Specs.cpus(9000, 2048), small))
                .containsExactly(
                        new Violation(
                                "/spec/cpuMilli", "9 cores", "at most 8 cores, the ceiling of team in pool a100", true),
                        new Violation(
                                "/spec/hostMemoryMib",
                                "2 GiB",
                                "at most 1 GiB, the ceiling of team in pool a100",
                                true));
    }

    @Test
    void an_unknown_profile_is_answered_with_those_that_exist() {
        assertThat(invalid(Specs.slice("8g.80gb"), UNLIMITED))
                .containsExactly(new Violation(
                        "/spec/share/migProfile",
                        "8g.80gb",
                        "one of 1g.5gb, 1g.10gb, 2g.10gb, 3g.20gb, 4g.20gb, 7g.40gb",
                        false));
        assertThat(invalid(
                        Specs.slice("1g.5gb"), UNLIMITED, Catalogue.find("T4").orElseThrow()))
                .containsExactly(
                        new Violation("/spec/share/migProfile", "1g.5gb", "nothing: T4 has no hardware slices", false));
    }

    @Test
    void a_slice_beside_a_share_is_refused() {
        for (ShareSpec both : List.of(
                new ShareSpec(4096L, null, null, "1g.5gb"),
                new ShareSpec(null, 100, null, "1g.5gb"),
                new ShareSpec(null, null, 100, "1g.5gb"))) {
            assertThat(invalid(Specs.spec(1, both, null, 1000, 1024, 0), UNLIMITED))
                    .extracting(Violation::pointer, Violation::expected)
                    .containsExactly(tuple("/spec/share", "either a slice or a share"));
        }
    }

    @Test
    void a_share_that_says_nothing_or_has_no_card_is_refused() {
        ShareSpec nothing = new ShareSpec(null, null, null, null);

        assertThat(invalid(Specs.spec(1, nothing, null, 1000, 1024, 0), UNLIMITED))
                .extracting(Violation::pointer)
                .containsExactly("/spec/share");
        assertThat(invalid(Specs.shares(0, 4096L, 100), UNLIMITED))
                .extracting(Violation::value)
                .containsExactly("a share of 0 cards");
    }

    @Test
    void a_level_that_the_kind_of_share_cannot_have_is_refused() {
        assertThat(invalid(Specs.at(Isolation.HARD, Specs.share(4096L, 100)), UNLIMITED))
                .containsExactly(new Violation(
                        "/spec/isolation",
                        "HARD",
                        "at most SOFT for a software share; HARD takes whole cards or a migProfile",
                        false));
        assertThat(invalid(Specs.at(Isolation.SOFT, Specs.cpus(1000, 1024)), UNLIMITED))
                .containsExactly(
                        new Violation("/spec/isolation", "SOFT", "no level where no cards are asked for", false));
        assertThat(valid(Specs.at(Isolation.NONE, Specs.share(4096L, 100)), UNLIMITED)
                        .isolation())
                .isEqualTo(Isolation.NONE);
    }

    @Test
    void all_that_is_wrong_is_told_at_once() {
        WorkloadSpec spec = Specs.at(Isolation.HARD, Specs.share(50_000L, 100));

        assertThat(invalid(spec, UNLIMITED))
                .extracting(Violation::pointer)
                .containsExactly("/spec/share/memoryMib", "/spec/isolation");
    }

    @Test
    void the_largest_numbers_that_the_contract_takes_are_reckoned_right() {
        ShareSpec largest = new ShareSpec(10_000_000L, 1000, 1000, null);
        Quota widest = FourTeams.quota(
                "data",
                10_000_000L,
                OverQuota.QUEUE,
                Map.of(
                        Dimension.MEMORY, new Limit(0, 1_000_000_000_000L),
                        Dimension.CPU, new Limit(0, 1_000_000_000_000L)));

        assertThat(invalid(Specs.spec(512, largest, null, 10_000_000, 1_000_000_000, 1000), widest))
                .containsExactly(new Violation(
                        "/spec/share/memoryMib",
                        "10,000,000 MiB",
                        "at most 40 GiB, the device memory of one A100-40GB",
                        false));
        Ask ask = valid(Specs.withHost(10_000_000, 1_000_000_000, Specs.whole(512)), widest);
        assertThat(ask.amounts().get(Dimension.MEMORY)).isEqualTo(512L * 40_960);
        assertThat(ask.amounts().get(Dimension.BANDWIDTH)).isEqualTo(512L * 1_555_000);
        assertThat(ask.amounts().get(Dimension.HOST_MEMORY)).isEqualTo(1_000_000_000);
    }

    @Test
    void what_no_node_has_is_refused_with_what_the_largest_has() {
        List<Node> nodes = FourTeams.resources().nodes();
        Node node = nodes.getFirst();
        WorkloadSpec spec = Specs.withHost(
                node.cpuMilli() + 1,
                node.memoryMib() + 1,
                Specs.whole(node.cards().size() + 1));

        AskCheck.Result refused = AskCheck.check("team", spec, UNLIMITED, FourTeams.A100, nodes);

        assertThat(((AskCheck.Result.Invalid) refused).violations())
                .extracting(Violation::pointer, Violation::expected)
                .containsExactly(
                        tuple("/spec/cards", "at most 8 cards, the cards of the largest node of pool a100"),
                        tuple("/spec/cpuMilli", "at most 64 cores, the CPU of the largest node of pool a100"),
                        tuple(
                                "/spec/hostMemoryMib",
                                "at most 512 GiB, the host memory of the largest node of pool a100"));
        assertThat(AskCheck.check("team", spec, UNLIMITED, FourTeams.A100, List.of()))
                .as("a pool that has no nodes yet may get such ones")
                .isInstanceOf(AskCheck.Result.Valid.class);
    }

    @Test
    void a_ceiling_of_nought_allows_nothing() {
        Quota none = FourTeams.quota("data", null, OverQuota.QUEUE, Map.of(Dimension.CARDS, FourTeams.limit(0, 0L)));

        assertThat(invalid(Specs.share(1L, 1), none)).hasSize(1);
        assertThat(valid(Specs.cpus(10, 16), none).cards()).isZero();
    }

    private static Ask valid(WorkloadSpec spec, Quota quota) {
        return ((AskCheck.Result.Valid) AskCheck.check("team", spec, quota, FourTeams.A100, List.of())).ask();
    }

    private static List<Violation> invalid(WorkloadSpec spec, Quota quota) {
        return invalid(spec, quota, null);
    }

    private static List<Violation> invalid(WorkloadSpec spec, Quota quota, @Nullable CardModel model) {
        AskCheck.Result result = AskCheck.check("team", spec, quota, model == null ? FourTeams.A100 : model, List.of());
        return ((AskCheck.Result.Invalid) result).violations();
    }
}
