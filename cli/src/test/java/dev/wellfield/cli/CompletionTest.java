package dev.wellfield.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompletionTest {
    private final FakeServer server = new FakeServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private List<String> candidates(String... words) {
        String[] args = Stream.concat(Stream.of("__complete"), Stream.of(words)).toArray(String[]::new);
        Call call = Call.to(server, args);
        assertThat(call.exitCode()).isZero();
        assertThat(call.err()).isEmpty();
        return call.out().lines().toList();
    }

    @Test
    void commands_kinds_options_and_their_values_are_known_without_a_server() {
        assertThat(candidates("de")).containsExactly("delete", "describe");
        assertThat(candidates("quota", "")).containsExactly("describe", "get", "set");
        assertThat(candidates("config", "d")).containsExactly("delete");
        assertThat(candidates("get", "car")).containsExactly("card-models", "cards");
        assertThat(candidates("delete", "wo")).containsExactly("workloads");
        assertThat(candidates("get", "cards", "--no")).containsExactly("--no-headers", "--node");
        assertThat(candidates("get", "cards", "-o", ""))
                .containsExactly("csv", "json", "name", "table", "wide", "yaml");
        assertThat(candidates("completion", "")).containsExactly("bash", "fish", "zsh");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void names_come_from_the_server_and_without_their_tenant_where_that_is_said() {
        server.answer("GET /api/v1/workloads?limit=500", "{\"items\": [" + Samples.workload("RUNNING", "") + "]}")
                .answer("GET /api/v1/tenants", "{\"items\": [{\"metadata\": {\"name\": \"training\"}}]}");

        assertThat(candidates("logs", "")).containsExactly("training/ft-1");
        assertThat(candidates("logs", "-f", "tr")).containsExactly("training/ft-1");
        assertThat(candidates("why", "--tenant", "training", "f")).containsExactly("ft-1");
        assertThat(candidates("delete", "wl", "training/ft-2", "t")).containsExactly("training/ft-1");
        assertThat(candidates("submit", "--tenant", "")).containsExactly("training");
    }

    @Test
    void without_a_server_nothing_is_offered_and_nothing_said() {
        assertThat(Call.with(Map.of("HOME", "/nonexistent"), "", "__complete", "logs", ""))
                .isEqualTo(new Call(0, "", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"wellfield get car", "wellfield get --tenant x car", "wellfield  get   car"})
    void bash_offers_what_the_program_says(String line) throws IOException, InterruptedException {
        String script = Call.with(Map.of(), "", "completion", "bash").out();

        assertThat(bash(script
                        + "\nwellfield() { [ \"$1\" = __complete ] && [ \"${@: -1}\" = car ] && printf 'cards\\ncard-models\\n'; }\n"
                        + "COMP_LINE='" + line + "' COMP_POINT=" + line.length()
                        + "; _wellfield; printf '%s|' \"${COMPREPLY[@]}\""))
                .isEqualTo("cards|card-models|");
    }

    @Test
    void bash_completes_a_name_with_a_colon_as_one_word() throws IOException, InterruptedException {
        String script = Call.with(Map.of(), "", "completion", "bash").out();

        assertThat(
                        bash(
                                script + "\nwellfield() { [ \"${@: -1}\" = org:mo ] && echo org:model; }\n"
                                        + "COMP_LINE='wellfield get models org:mo' COMP_POINT=27; _wellfield; printf '%s|' \"${COMPREPLY[@]}\""))
                .isEqualTo("model|");
    }

    private static String bash(String script) throws IOException, InterruptedException {
        Process bash =
                new ProcessBuilder("bash", "-u").redirectErrorStream(true).start();
        try (var in = bash.outputWriter()) {
            in.write(script);
        }
        String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).as(said).isZero();
        return said;
    }
}
