package dev.wellfield.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.wellfield.e2e.Installation.Said;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Ports that others have, and ends in the middle of work. */
class StartAndStopTest {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    @Test
    void a_taken_port_is_named_with_its_flag_and_nothing_is_left_running() throws Exception {
        try (Installation installation = Installation.prepare();
                ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());

            Said rest = installation.cli("up", "--detach", "--port", port, "--gateway-port", "0");
            Said gateway = installation.cli("up", "--detach", "--port", "0", "--gateway-port", port);

            assertThat(rest.status()).isEqualTo(1);
            assertThat(rest.err())
                    .contains("port (" + port + ")")
                    .contains("--port")
                    .contains("in use");
            assertThat(gateway.status()).isEqualTo(1);
            assertThat(gateway.err()).contains("gateway-port (" + port + ")").contains("--gateway-port");
            assertThat(installation.data().resolve("run.json")).doesNotExist();
            assertThat(ProcessHandle.allProcesses()
                            .filter(it -> it.info()
                                    .commandLine()
                                    .orElse("")
                                    .contains(installation.data().toString())))
                    .isEmpty();
        }
    }

    @Test
    void the_first_sigterm_lets_streams_finish_and_the_second_ends_at_once_and_both_keep_every_record()
            throws Exception {
        try (Installation installation = Installation.withExample()) {
            Models.serve(installation, Map.of(), "chat", "--tokens-per-second", "50");
            String key = installation.key("data", "app");
            await().atMost(PATIENCE).until(() -> Models.status(installation, key) == 200);
            installation.down().ok();

            Process server = installation.start("up", "--port", "0", "--gateway-port", "0");
            await().atMost(PATIENCE).ignoreExceptions().until(() -> Models.status(installation, key) == 200);
            try (BufferedReader stream = stream(installation, key, 300)) {
                String models = installation.gatewayUrl() + "/v1/models";
                installation.server().destroy();
                await().atMost(PATIENCE).until(() -> refused(models));

                assertThat(last(stream)).isEqualTo("data: [DONE]");
            }
            assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(server.exitValue()).isZero();

            Process second = installation.start("up", "--port", "0", "--gateway-port", "0");
            await().atMost(PATIENCE).ignoreExceptions().until(() -> Models.status(installation, key) == 200);
            try (BufferedReader stream = stream(installation, key, 4000)) {
                String models = installation.gatewayUrl() + "/v1/models";
                installation.server().destroy();
                await().atMost(PATIENCE).until(() -> refused(models));
                ProcessHandle.of(second.pid()).ifPresent(ProcessHandle::destroy);

                assertThat(second.waitFor(10, TimeUnit.SECONDS)).isTrue();
                assertThat(second.exitValue()).isEqualTo(143);
                assertThat(last(stream)).isNotEqualTo("data: [DONE]");
            }
            installation.up().ok();
            await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() ->
                            Postgres.count(installation, "select count(*) from token_fact where outcome = 'COMPLETED'")
                                            == 4
                                    && Postgres.count(
                                                    installation,
                                                    "select count(*) from token_fact where outcome = 'GATEWAY_CRASH'")
                                            == 1);
        }
    }

    private static BufferedReader stream(Installation installation, String key, int tokens) throws IOException {
        BufferedReader lines = new BufferedReader(
                new InputStreamReader(Models.stream(installation, key, tokens).body(), StandardCharsets.UTF_8));
        for (int i = 0; i < 20; i++) {
            lines.readLine();
        }
        return lines;
    }

    /** The last line that came, however it ended. */
    private static String last(BufferedReader lines) {
        String last = "";
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                last = line.isBlank() ? last : line;
            }
        } catch (IOException e) {
            return e.toString();
        }
        return last;
    }

    private static boolean refused(String models) {
        try {
            return Models.get(models).statusCode() == 503;
        } catch (UncheckedIOException e) {
            return true; // it doesn't listen any more
        }
    }
}
