package dev.wellfield.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.cluster.local.NvidiaCard;
import dev.wellfield.cluster.local.NvidiaCard.MigMode;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RealCardsTest {
    private static final ThisMachine MACHINE = new ThisMachine("gpu-7", 64_000, 515_000);

    private static NvidiaCard card(int index, String name, long memoryMib, MigMode mig, String... peers) {
        return new NvidiaCard(index, name, "GPU-" + index, memoryMib, bus(index), index / 2, mig, List.of(peers));
    }

    private static NvidiaCard a100(int index, String... peers) {
        return card(index, "NVIDIA A100-SXM4-40GB", 40_960, MigMode.DISABLED, peers);
    }

    private static String bus(int index) {
        return "0000:0" + index + ":00.0";
    }

    private static List<JsonNode> documents(NvidiaCard... cards) {
        return Arrays.stream(RealCards.of(List.of(cards)).documents(MACHINE).split("---\n"))
                .skip(1)
                .map(text -> JsonMapper.shared().readTree(text))
                .toList();
    }

    @Test
    void each_model_becomes_a_pool_and_the_machine_a_node() {
        List<JsonNode> documents = documents(a100(0), a100(1), card(2, "Tesla T4", 15_360, MigMode.UNSUPPORTED));

        assertThat(documents).hasSize(3);
        assertThat(documents.get(0)).hasToString("""
                {"apiVersion":"wellfield.dev/v1","kind":"Pool","metadata":{"name":"a100-40gb"},"spec":{"cardModel":"A100-40GB"}}""");
        assertThat(documents.get(1).at("/metadata/name").asString()).isEqualTo("t4");
        assertThat(documents.get(2)).hasToString("""
                {"apiVersion":"wellfield.dev/v1","kind":"Node","metadata":{"name":"gpu-7"},"spec":{"region":"local",\
                "zone":"local","cpuMilli":64000,"memoryMib":515000,"cards":[\
                {"index":0,"pool":"a100-40gb","uuid":"GPU-0","numaNode":0},\
                {"index":1,"pool":"a100-40gb","uuid":"GPU-1","numaNode":0},\
                {"index":2,"pool":"t4","uuid":"GPU-2","numaNode":1}]}}""");
    }

    @Test
    void cards_are_grouped_by_what_their_links_reach() {
        List<JsonNode> throughASwitch =
                documents(a100(0, "0000:c1:00.0"), a100(1), a100(2, "0000:c1:00.0"), a100(3, "0000:c2:00.0"));
        List<JsonNode> inARow = documents(a100(0, bus(1)), a100(1, bus(0), bus(2)), a100(2, bus(1)), a100(3));

        assertThat(throughASwitch.getLast().at("/spec/nvlinkGroups")).hasToString("[[0,2]]");
        assertThat(inARow.getLast().at("/spec/nvlinkGroups")).hasToString("[[0,1,2]]");
    }

    @Test
    void what_cannot_be_used_is_left_out_with_its_reason() {
        RealCards cards = RealCards.of(List.of(
                card(0, "NVIDIA A100-SXM4-40GB", 40_960, MigMode.ENABLED),
                card(1, "NVIDIA Titan Q", 9_000, MigMode.UNSUPPORTED)));

        assertThat(cards.usable()).isEmpty();
        assertThat(cards.leftOut())
                .containsExactly(
                        "card 0 (NVIDIA A100-SXM4-40GB, 40960 MiB) is in MIG mode; whole and shared cards need it off:"
                                + " nvidia-smi -i 0 -mig 0",
                        "card 1 (NVIDIA Titan Q, 9000 MiB) is of no model that Wellfield knows; it knows"
                                + " A100-40GB, A100-80GB, H100-80GB, T4, RTX-3090");
    }

    @Test
    void a_host_name_is_made_to_fit() {
        assertThat(ThisMachine.nodeName("GPU_Node.example.com")).isEqualTo("gpu-node-example-com");
        assertThat(ThisMachine.nodeName("10-0-0-7.")).isEqualTo("node-10-0-0-7");
        assertThat(ThisMachine.nodeName("x".repeat(70))).hasSize(63);
    }
}
