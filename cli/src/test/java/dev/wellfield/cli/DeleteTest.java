package dev.wellfield.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeleteTest {
    private static final String POOLS = """
            {"items": [{"apiVersion": "wellfield.dev/v1", "kind": "Pool", "metadata": {"name": "a100", "version": 3},
              "spec": {"cardModel": "A100-40GB"}}]}
            """;
    private static final String DONE = """
            {"dryRun": false, "results": [{"kind": "Pool", "name": "a100", "action": "ARCHIVED"}]}
            """;

    private final FakeServer server = new FakeServer();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void without_a_terminal_and_without_yes_nothing_is_deleted() {
        server.answer("GET /api/v1/pools", POOLS);

        Call call = Call.to(server, "delete", "pool", "a100");

        assertThat(call).isEqualTo(new Call(2, "", """
                wellfield: This would delete Pool a100, and nobody is there to ask whether that is meant.
                Say --yes if it is, or --dry-run to see what would happen.
                """));
    }

    @Test
    void yes_deletes_the_version_that_was_seen() {
        server.answer("GET /api/v1/pools", POOLS).answer("POST /api/v1/delete", DONE);

        Call call = Call.to(server, "delete", "pool", "a100", "--yes");

        assertThat(call)
                .isEqualTo(new Call(0, "Pool a100: deleted; applying it again brings it back with its history.\n", ""));
        assertThat(server.last("POST").body())
                .isEqualTo("{\"resources\":[{\"kind\":\"Pool\",\"metadata\":{\"name\":\"a100\",\"version\":3}}]}");
    }

    @Test
    void on_a_terminal_it_is_asked_for_and_only_a_yes_is_one() {
        server.answer("GET /api/v1/pools", POOLS).answer("POST /api/v1/delete", DONE);

        assertThat(Call.typing(server, "n\n", "delete", "pool", "a100").err())
                .contains("This deletes Pool a100 at " + server.url(), "Go on? [y/N]", "Nothing was deleted.");
        assertThat(server.requests()).noneMatch(it -> it.method().equals("POST"));
        assertThat(Call.typing(server, "y\n", "delete", "pool", "a100").exitCode())
                .isZero();
    }

    @Test
    void what_needs_it_is_told_line_by_line() {
        server.answer("GET /api/v1/pools", POOLS).answer("POST /api/v1/delete?dryRun=true", 409, """
                {"type": "x", "title": "In conflict with what is there", "status": 409, "code": "in-use",
                 "detail": "Pool a100 can't be deleted: node n has 1 card in pool a100 (and 1 more).",
                 "usedBy": ["node n has 1 card in pool a100", "tenant t has a quota in pool a100"]}
                """, Map.of());

        assertThat(Call.to(server, "delete", "pool", "a100", "--dry-run")).isEqualTo(new Call(1, "", """
                wellfield: Pool a100 can't be deleted: node n has 1 card in pool a100 (and 1 more).
                  node n has 1 card in pool a100
                  tenant t has a quota in pool a100
                """));
    }

    @Test
    void a_workload_goes_with_its_version_as_if_match() {
        server.answer("GET /api/v1/tenants/training/workloads/ft-1", Samples.workload("SUCCEEDED", ""))
                .answer("DELETE /api/v1/tenants/training/workloads/ft-1", 204, "", Map.of());

        Call call = Call.to(server, "delete", "workload", "training/ft-1", "-y");

        assertThat(call).isEqualTo(new Call(0, "Workload training/ft-1: deleted.\n", ""));
        assertThat(server.last("DELETE").headers()).containsKey("If-match");
    }

    @Test
    void a_workload_in_a_file_has_to_say_whose_it_is(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("work.yaml");
        Files.writeString(file, """
                kind: Workload
                metadata: {name: ft-1}
                """);

        Call call = Call.to(server, "delete", "-f", file.toString(), "--yes");

        assertThat(call).isEqualTo(new Call(1, "", "wellfield: " + file + """
                :2 (document 1, Workload ft-1) metadata.tenant is missing: the workload's tenant.
                """));
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void a_file_goes_as_a_whole(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("team.yaml");
        Files.writeString(file, """
                kind: Tenant
                metadata: {name: team}
                spec: {}
                ---
                kind: Quota
                metadata: {name: a100, tenant: team}
                """);
        server.answer("POST /api/v1/delete?dryRun=true", """
                {"dryRun": true, "results": [{"kind": "Tenant", "name": "team", "action": "ARCHIVED"},
                  {"kind": "Quota", "name": "a100", "tenant": "team", "action": "ABSENT"}]}
                """);

        Call call = Call.to(server, "delete", "-f", file.toString(), "--dry-run");

        assertThat(call).isEqualTo(new Call(0, """
                Tenant team: would be deleted; applying it again brings it back with its history.
                Quota team/a100: isn't there.
                """, ""));
    }

    @Test
    void what_nobody_declared_is_not_deleted_and_the_way_is_shown() {
        assertThat(Call.to(server, "delete", "cards", "server-1/0", "-y").err()).contains("wellfield edit node");
        assertThat(Call.to(server, "delete").exitCode()).isEqualTo(2);
    }
}
