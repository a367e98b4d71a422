package dev.wellfield.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The simulator as a process of its own, ended by SIGTERM. */
final class ProcessTest {

    /** What the application's launcher does. */
    static final class Launcher {
        public static void main(String[] args) {
            System.exit(EngineSimulatorCommand.run(args));
        }

        private Launcher() {}
    }

    @Test
    void sigterm_drains_and_ends_with_0() throws Exception {
        Process process = launch("--shutdown-timeout", "20", "--tokens-per-second", "100");
        try (BufferedReader out = process.inputReader()) {
            String banner = out.readLine();
            assertThat(banner).contains("simulated").contains("http://127.0.0.1:");
            String baseUrl = banner.substring(banner.indexOf("http"));
            try (Call stream = new Call(
                    baseUrl,
                    "POST",
                    "/v1/completions",
                    "{\"prompt\": \"a\", \"max_tokens\": 100, \"ignore_eos\": true, \"stream\": true}")) {
                assertThat(stream.chunk()).isPresent();

                // Process.destroy would close our end of its output as well.
                process.toHandle().destroy();

                Events events = Events.of(stream.body());
                assertThat(events.isDone()).isTrue();
                assertThat(events.json()
                                .getLast()
                                .at("/choices/0/finish_reason")
                                .asString())
                        .isEqualTo("length");
            }
            assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
            assertThat(out.readLine()).isEqualTo("engine simulator stops");
        } finally {
            process.destroyForcibly();
        }
    }

    private static Process launch(String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx64m",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                Launcher.class.getName(),
                "--port",
                "0"));
        command.addAll(List.of(words));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
