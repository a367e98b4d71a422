package dev.wellfield.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EditTest {
    private static final String INVALID = """
            {"type": "x", "title": "t", "status": 400, "code": "invalid", "detail": "One value is wrong.",
             "errors": [{"pointer": "/resources/0/spec/cardModel", "value": "B", "expected": "one of A100-40GB"}]}
            """;

    private final FakeServer server = new FakeServer();

    @BeforeEach
    void a_pool() {
        server.answer("GET /api/v1/pools", """
                {"items": [{"apiVersion": "wellfield.dev/v1", "kind": "Pool",
                  "metadata": {"name": "a100", "version": 3, "createdAt": "2026-12-01T00:00:00Z"},
                  "spec": {"cardModel": "A100-40GB"}, "status": {"cards": 8}}]}
                """);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Call edit(String editor) {
        Map<String, String> environment = Call.environment(server);
        environment.put("EDITOR", editor);
        return Call.with(environment, "", "edit", "pool", "a100");
    }

    private static Path kept(Call call) {
        Matcher matcher = Pattern.compile("/\\S+[.]yaml").matcher(call.err());
        assertThat(matcher.find()).as(call.err()).isTrue();
        return Path.of(matcher.group());
    }

    @Test
    void what_is_saved_is_applied_with_the_version_that_it_was_made_from() {
        server.answer("POST /api/v1/apply", """
                {"dryRun": false, "results": [{"kind": "Pool", "name": "a100", "action": "CHANGED",
                  "changes": [{"pointer": "/spec/cardModel", "before": "A100-40GB", "after": "T4"}]}]}
                """);

        Call call = edit("sed -i s/A100-40GB/T4/");

        assertThat(call.err()).isEmpty();
        assertThat(call.out()).contains("cardModel: A100-40GB → T4");
        assertThat(server.last("POST").body())
                .isEqualTo("{\"resources\":[{\"apiVersion\":\"wellfield.dev/v1\",\"kind\":\"Pool\","
                        + "\"metadata\":{\"name\":\"a100\",\"version\":3},\"spec\":{\"cardModel\":\"T4\"}}]}");
    }

    @Test
    void saved_as_it_was_or_empty_it_is_unchanged() {
        assertThat(edit("true")).isEqualTo(new Call(0, "Pool a100 is unchanged.\n", ""));
        assertThat(edit("truncate -s 0")).isEqualTo(new Call(0, "Pool a100 is unchanged.\n", ""));
        assertThat(server.requests()).noneMatch(it -> it.method().equals("POST"));
    }

    @Test
    void what_is_wrong_is_opened_again_with_the_reasons_and_kept_by_who_gives_up() throws IOException {
        server.answer("POST /api/v1/apply", 400, INVALID, Map.of());

        Call call = edit("sed -i 's/cardModel: A100-40GB/cardModel: B/'");

        assertThat(call.exitCode()).isEqualTo(1);
        assertThat(call.err()).contains("still not accepted", "cardModel", "one of A100-40GB", "wellfield apply -f");
        Path file = kept(call);
        assertThat(Files.readString(file))
                .startsWith("# This was not accepted.")
                .contains("cardModel: B", "one of A100-40GB");
        Files.delete(file);
    }

    @Test
    void what_is_wrong_can_be_put_right() {
        server.answer("POST /api/v1/apply", 400, INVALID, Map.of()).answer("POST /api/v1/apply", """
                {"dryRun": false, "results": [{"kind": "Pool", "name": "a100", "action": "CHANGED", "changes": []}]}
                """);

        Call call = edit("sed -i -e s/cardModel:.B$/cardModel:\\ T4/ -e s/A100-40GB$/B/");

        assertThat(call.exitCode()).as(call.err()).isZero();
        assertThat(server.last("POST").body()).contains("T4");
    }

    @Test
    void somebody_elses_change_is_not_overwritten_and_the_text_is_kept() throws IOException {
        server.answer("POST /api/v1/apply", 412, """
                {"type": "x", "title": "Changed meanwhile", "status": 412, "code": "version-stale",
                 "detail": "The Pool \\"a100\\" has version 4 now. Read it again, redo your change and send the new version."}
                """, Map.of());

        Call call = edit("sed -i s/A100-40GB/T4/");

        assertThat(call.exitCode()).isEqualTo(1);
        assertThat(call.err()).contains("has version 4 now", "Your text is in ");
        assertThat(Files.readString(kept(call))).contains("cardModel: T4");
        Files.delete(kept(call));
    }

    @Test
    void a_name_has_to_stay() throws IOException {
        Call call = edit("sed -i s/a100/b200/");

        assertThat(call.err()).contains("metadata.name has to stay a100: only the spec can be changed.");
        Files.delete(kept(call));
    }

    @Test
    void an_editor_that_fails_changes_nothing() throws IOException {
        Call call = edit("false");

        assertThat(call.exitCode()).isEqualTo(1);
        assertThat(call.err()).contains("The editor (false) left with status 1");
        Files.delete(kept(call));
    }

    @Test
    void workloads_are_not_edited() {
        assertThat(Call.to(server, "edit", "workload", "training/ft-1").err())
                .contains("A workload isn't changed once it is submitted.");
    }
}
