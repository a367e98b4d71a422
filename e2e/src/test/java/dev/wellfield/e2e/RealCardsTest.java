package dev.wellfield.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/**
 * A machine with two real cards, as far as its driver library says: an A100-40GB in MIG mode and a T4. The library has the
 * driver's interface and is compiled here, since test machines have no driver.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RealCardsTest {
    private static final String T4 = "GPU-5f1c2d3e-0000-4444-8888-000000000002";

    private final Installation installation = Installation.prepare();
    private Installation.Said said = new Installation.Said(-1, "", "");

    @BeforeAll
    void a_machine_with_cards() throws Exception {
        Path libraries = Files.createTempDirectory("wellfield-driver-");
        Path source =
                Installation.ROOT.resolve("cluster/local/src/test/resources/dev/wellfield/cluster/local/fake_nvml.c");
        Process compiler = new ProcessBuilder(
                        "gcc", "-shared", "-fPIC", "-o", libraries.resolve("libnvidia-ml.so.1") + "", source + "")
                .inheritIO()
                .start();
        assertThat(compiler.waitFor()).isZero();
        said = installation.up(Map.of("LD_LIBRARY_PATH", libraries.toString())).ok();
        installation
                .cli("apply", "-f", installation.resource("real-card-tenant.yaml") + "")
                .ok();
    }

    @AfterAll
    void close() {
        installation.close();
    }

    @Test
    void the_first_start_puts_its_cards_into_a_pool_and_says_which_it_left_out() {
        assertThat(said.out())
                .contains("2 real ones, driver 570.86.15")
                .contains("left out: card 0 (NVIDIA A100-SXM4-40GB, 40960 MiB) is in MIG mode");
        List<JsonNode> cards = new ArrayList<>();
        installation.get("/api/v1/cards").get("items").forEach(cards::add);
        assertThat(cards).singleElement().satisfies(card -> {
            assertThat(card.get("model").asString()).isEqualTo("T4");
            assertThat(card.path("simulated").asBoolean()).isFalse();
        });
    }

    @Test
    void a_whole_real_card_is_given_by_its_uuid() {
        installation
                .cli(
                        "submit",
                        "whole",
                        "--tenant",
                        "team",
                        "--cards",
                        "1",
                        "--",
                        "sh",
                        "-c",
                        "echo $CUDA_VISIBLE_DEVICES")
                .ok();

        await().atMost(Duration.ofSeconds(30))
                .until(() -> installation.phase("team/whole").equals("SUCCEEDED"));
        assertThat(installation.log("team/whole")).contains(T4);
    }

    @Test
    void a_soft_share_of_a_real_card_is_refused_where_no_limiter_is_installed() {
        Installation.Said refused = installation.cli(
                "submit", "soft", "--tenant", "team", "--memory", "4GiB", "--isolation", "SOFT", "--", "true");

        assertThat(refused.out() + refused.err()).contains("HAMi-core");
    }
}
