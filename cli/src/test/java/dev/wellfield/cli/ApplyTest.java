package dev.wellfield.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.cli.show.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApplyTest {
    private static final String TWO = """
            # Two of them
            apiVersion: wellfield.dev/v1
            kind: Pool
            metadata: {name: a100}
            spec: {cardModel: A100-40GB}
            ---
            apiVersion: wellfield.dev/v1
            kind: Quota
            metadata: {name: a100, tenant: training}
            spec:
              limits:
                CARDS: {guarantee: 3000, ceiling: 3000}
                MEMORY:
                  ceiling: -1
            """;

    private final FakeServer server = new FakeServer();

    @TempDir
    Path folder;

    @AfterEach
    void stop() {
        server.close();
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void several_files_are_one_request_and_each_result_is_told() throws IOException {
        server.answer("POST /api/v1/apply", """
                {"dryRun": false, "results": [
                  {"kind": "Pool", "name": "a100", "action": "UNCHANGED", "changes": []},
                  {"kind": "Quota", "tenant": "training", "name": "a100", "action": "CHANGED", "changes": [
                    {"pointer": "/spec/limits/CARDS/ceiling", "before": 3000, "after": 4000},
                    {"pointer": "/spec/limits/MEMORY", "after": {"ceiling": 61440}},
                    {"pointer": "/spec/memoryPerCardMib", "after": 35840}]},
                  {"kind": "ApiKey", "tenant": "inference", "name": "app", "action": "CREATED", "changes": [], "secret": "wfk_123"}]}
                """);

        Call call = Call.to(
                server,
                "apply",
                "-f",
                file("two.yaml", TWO),
                "-f",
                file(
                        "key.json",
                        "[{\"apiVersion\": \"wellfield.dev/v1\", \"kind\": \"ApiKey\", \"metadata\": {\"name\": \"app\", \"tenant\": \"inference\"}, \"spec\": {}}]"));

        assertThat(call).isEqualTo(new Call(0, """
                unchanged  Pool a100
                changed    Quota training/a100
                             CARDS ceiling: 3 cards → 4 cards
                             MEMORY ceiling: none → 60 GiB
                             device memory per card: none → 35 GiB
                created    ApiKey inference/app
                1 created, 1 changed, 1 unchanged.

                Secrets of what is new, shown once. Keep them now:
                  inference/app  wfk_123
                """, ""));
        var sent = Json.parse(server.last("POST").body());
        assertThat(sent.path("resources")).hasSize(3);
        assertThat(sent.at("/resources/1/spec/limits/CARDS/ceiling").isIntegralNumber())
                .isTrue();
    }

    @Test
    void what_is_wrong_is_found_in_the_file() throws IOException {
        server.answer("POST /api/v1/apply?dryRun=true", 400, """
                {"type": "urn:x", "title": "t", "status": 400, "code": "invalid", "detail": "2 values are wrong.", "errors": [
                  {"pointer": "/resources/1/spec/limits/MEMORY/ceiling", "value": -1, "expected": "an integer from 0"},
                  {"pointer": "/resources/0/spec/colour", "expected": "no such field"}]}
                """, Map.of());
        String file = file("two.yaml", TWO);

        Call call = Call.to(server, "apply", "--dry-run", "-f", file);

        assertThat(call).isEqualTo(new Call(1, "", """
                wellfield: 2 values are wrong.
                  %1$s:14 (document 2, Quota training/a100) spec.limits.MEMORY.ceiling: got -1, expected an integer from 0
                  %1$s:5 (document 1, Pool a100) spec.colour: expected no such field
                """.formatted(file)));
    }

    @Test
    void a_key_that_is_there_twice_is_named_with_both_lines() throws IOException {
        String file = file("twice.yaml", "apiVersion: wellfield.dev/v1\nkind: Pool\nmetadata: {name: a}\nkind: Node\n");

        Call call = Call.to(server, "apply", "-f", file);

        assertThat(call.exitCode()).isEqualTo(1);
        assertThat(call.err()).isEqualTo("wellfield: " + file + ":4: the key \"kind\" is there already, on line 2.\n");
    }

    @Test
    void an_alias_and_what_is_no_yaml_are_refused_with_their_lines() throws IOException {
        String alias = file("alias.yaml", "apiVersion: &a wellfield.dev/v1\nkind: Pool\nspec: *a\n");
        String broken = file("broken.yaml", "apiVersion: wellfield.dev/v1\nkind: [Pool\n");

        assertThat(Call.to(server, "apply", "-f", alias).err()).contains(alias + ":3: it holds an alias (*a)");
        assertThat(Call.to(server, "apply", "-f", broken).err())
                .contains(broken + ":")
                .contains("it can't be read");
        assertThat(Call.to(server, "apply", "-f", folder.resolve("none.yaml").toString())
                        .exitCode())
                .isEqualTo(2);
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void all_that_cannot_be_read_is_told_at_once() throws IOException {
        String twice = file("twice.yaml", "kind: Pool\nkind: &a Node\nkind: *a\n");
        String broken = file("broken.yaml", "kind: [Pool\n");

        Call call = Call.to(server, "apply", "-f", twice, "-f", broken);

        assertThat(call.err())
                .startsWith("wellfield: 4 things can't be read.\n")
                .contains(twice + ":2: the key \"kind\" is there already, on line 1.")
                .contains(twice + ":3: the key \"kind\" is there already, on line 2.")
                .contains(twice + ":3: it holds an alias (*a)")
                .contains(broken + ":");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void a_missing_version_hides_nothing_else() throws IOException {
        server.answer("POST /api/v1/apply", 400, """
                {"type": "urn:x", "title": "t", "status": 400, "code": "invalid", "detail": "2 values are wrong.", "errors": [
                  {"pointer": "/resources/0/apiVersion", "expected": "wellfield.dev/v1; it is required"},
                  {"pointer": "/resources/0/spec/colour", "expected": "no such field"}]}
                """, Map.of());
        String file = file("pool.yaml", "kind: Pool\nmetadata: {name: a}\nspec: {colour: red}\n");

        assertThat(Call.to(server, "apply", "-f", file).err()).isEqualTo("""
                wellfield: 2 values are wrong.
                  %1$s:1 (document 1, Pool a) apiVersion: expected wellfield.dev/v1; it is required
                  %1$s:3 (document 1, Pool a) spec.colour: expected no such field
                """.formatted(file));
    }

    @Test
    void standard_input_is_read_and_workloads_are_sent_elsewhere() {
        String workload = "apiVersion: wellfield.dev/v1\nkind: Workload\nmetadata: {name: w}\n";

        Call call = Call.with(Call.environment(server), workload, "apply", "-f", "-");

        assertThat(call.exitCode()).isEqualTo(1);
        assertThat(call.err()).contains("stdin:1 (document 1, Workload w)").contains("wellfield submit -f FILE");
    }
}
