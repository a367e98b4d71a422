package dev.wellfield.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OptionsTest {

    @Test
    void the_port_comes_from_the_word_else_from_the_environment_else_is_8000() {
        Map<String, String> environment = Map.of("WELLFIELD_PORT", "9001");

        assertThat(SimulatorOptions.parse(List.of("--port", "9002"), environment)
                        .port())
                .isEqualTo(9002);
        assertThat(SimulatorOptions.parse(List.of(), environment).port()).isEqualTo(9001);
        assertThat(SimulatorOptions.parse(List.of(), Map.of()).port()).isEqualTo(8000);
    }

    @Test
    void a_model_may_have_several_names() {
        assertThat(SimulatorOptions.of("--model", "a", "--model=b").models()).containsExactly("a", "b");
    }

    @Test
    void an_engine_of_embeddings_is_one_word() {
        assertThat(SimulatorOptions.of("--embeddings").runner()).isEqualTo(Runner.POOLING);
        assertThat(SimulatorOptions.of("--runner", "pooling").runner()).isEqualTo(Runner.POOLING);
        assertThat(SimulatorOptions.of().runner()).isEqualTo(Runner.GENERATE);
    }

    @Test
    void the_key_never_shows() {
        assertThat(SimulatorOptions.of("--api-key", "sk-secret").toString()).doesNotContain("sk-secret");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --port 70000             | --port (70000) must be a whole number from 0 to 65535
            --ttft-ms -1             | --ttft-ms (-1) must be a whole number from 0 to 600000
            --tokens-per-second fast | --tokens-per-second (fast) must be a whole number from 1 to 1000000
            --max-num-seqs 0         | --max-num-seqs (0) must be a whole number from 1 to 65536
            --runner draft           | --runner (draft) must be one of generate, pooling
            --colour red             | unknown option '--colour'; --help lists the known ones
            --port                   | --port needs a value after it
            --model a --model a      | --model [a, a] must not repeat a name
            """)
    void a_wrong_option_is_named_with_its_value_and_what_would_be_right(String words, String message) {
        assertThatThrownBy(() -> SimulatorOptions.of(words.split(" ")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void the_command_says_what_is_wrong_and_returns_2() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();

        int code = run(err, "--port", "x");

        assertThat(code).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("engine-simulator: --port (x) must be");
    }

    @Test
    void a_taken_port_is_named_and_returns_1() {
        try (Engine engine = new Engine()) {
            ByteArrayOutputStream err = new ByteArrayOutputStream();

            int code = run(err, "--port", Integer.toString(engine.simulator().port()));

            assertThat(code).isEqualTo(1);
            assertThat(err.toString(StandardCharsets.UTF_8))
                    .contains("can't listen on 127.0.0.1:" + engine.simulator().port());
        }
    }

    @Test
    void help_lists_every_option() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        int code = EngineSimulatorCommand.run(List.of("--help"), Map.of(), print(out), System.err);

        assertThat(code).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("--max-num-queued-reqs", "--shutdown-timeout");
    }

    private static int run(ByteArrayOutputStream err, String... words) {
        return EngineSimulatorCommand.run(List.of(words), Map.of(), System.out, print(err));
    }

    private static PrintStream print(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
