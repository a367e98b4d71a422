package dev.wellfield.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** {@code up} and {@code down} as a person meets them. */
class FirstRunTest {
    @Test
    void up_says_where_things_are_and_a_second_up_finds_its_data_again() throws Exception {
        try (Installation installation = Installation.prepare()) {
            Installation.Said first = installation.up("--example").ok();

            assertThat(first.out())
                    .contains("Console and REST", "Gateway (OpenAI)", "wft_", "Try next", "8 simulated A100-40GB");
            assertThat(Files.readString(installation.data().resolve("log").resolve("server.log")))
                    .doesNotContain(installation.operatorToken());
            JsonNode cards = installation.cli("get", "cards", "-o", "json").json();
            assertThat(cards.get("items")).hasSize(8);
            assertThat(cards.get("items").get(0).get("simulated").asBoolean()).isTrue();
            Installation.Said again = installation
                    .cli(
                            "apply",
                            "-f",
                            Installation.ROOT
                                    .resolve("examples/four-teams.yaml")
                                    .toString())
                    .ok();
            assertThat(again.out()).doesNotContain("sk-wf-");

            Installation.Said inUse = installation.up();
            assertThat(inUse.status()).isNotZero();
            assertThat(inUse.err()).contains(installation.data().toString()).contains("in use");

            assertThat(installation.down().ok().out()).contains("Stopped");
            assertThat(installation.down().ok().out()).contains("No server runs");
            Installation.Said second = installation.up().ok();
            assertThat(second.out()).doesNotContain("wft_");
            assertThat(installation
                            .cli("get", "tenants", "-o", "name")
                            .ok()
                            .out()
                            .lines())
                    .hasSize(4);
        }
    }

    @Test
    void an_operator_who_lost_the_token_gets_another_by_starting_the_server() {
        try (Installation installation = Installation.prepare()) {
            installation.up("--empty").ok();
            String lost = installation.operatorToken();
            installation.down().ok();
            installation.forget();

            Installation.Said without = installation.up().ok();
            assertThat(without.out()).contains("--new-token").doesNotContain("wft_");
            assertThat(installation.cli("get", "tenants").status()).isNotZero();
            installation.down().ok();

            Installation.Said with = installation.up("--new-token").ok();
            assertThat(with.out()).contains("wft_").doesNotContain(lost);
            installation.cli("get", "tenants").ok();
        }
    }

    @Test
    void a_port_that_is_taken_is_named() throws Exception {
        try (Installation installation = Installation.prepare();
                ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());

            Installation.Said rest =
                    installation.cli("up", "--detach", "--empty", "--port", port, "--gateway-port", "0");
            Installation.Said gateway =
                    installation.cli("up", "--detach", "--empty", "--port", "0", "--gateway-port", port);

            assertThat(rest.status()).isNotZero();
            assertThat(rest.err()).contains("port (" + port).contains("--port");
            assertThat(gateway.status()).isNotZero();
            assertThat(gateway.err()).contains("gateway-port (" + port).contains("--gateway-port");
        }
    }

    @Test
    void settings_that_make_no_sense_are_a_matter_of_usage() {
        try (Installation installation = Installation.prepare()) {
            assertThat(installation.cli("up", "--port", "70000").status()).isEqualTo(2);
            assertThat(installation.cli("up", "--example", "--empty").err()).contains("--example and --empty");
            assertThat(installation.cli("up", "--no-such-flag").status()).isEqualTo(2);
            assertThat(installation
                            .cli("up", "--port", "8475", "--gateway-port", "8475")
                            .err())
                    .contains("gateway-port (8475) must be another than port");
            assertThat(installation.cli("up", "--data", "/tmp/a\nb").err()).contains("data (/tmp/a?b) must be");
            assertThat(installation.cli("no-such-command").status()).isEqualTo(2);
            assertThat(Files.exists(installation.data())).isFalse();
        }
    }
}
