package dev.wellfield.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.wellfield.e2e.Installation.Said;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A backup while the server runs, and what comes back of it. */
class BackupTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private final String month = month();
    private final List<String> same = List.of(
            "/api/v1/usage/tokens",
            "/api/v1/usage/cards",
            "/api/v1/tenants/data/invoice-previews/" + month,
            "/api/v1/tenants/training/invoice-previews/" + month,
            "/api/v1/tenants/data/keys",
            "/api/v1/tenants/training/quotas",
            "/api/v1/workloads?limit=100",
            "/api/v1/tenants?limit=100",
            "/api/v1/events?limit=500");

    private static Installation installation;
    private static String key;
    private static Path backup;

    @BeforeAll
    static void an_installation_with_a_past() throws Exception {
        installation = Installation.withExample();
        Models.serve(installation, Map.of(), "chat");
        key = installation.key("data", "app");
        await().atMost(PATIENCE).until(() -> Models.status(installation, key) == 200);
        assertThat(Models.status(installation, key)).isEqualTo(200);
        await().atMost(PATIENCE).until(() -> verdicts(installation).equals(Set.of("AGREES")));
        installation.cli("cancel", "inference/chat", "--wait").ok();
        installation
                .cli("submit", "job", "--tenant", "training", "--cards", "1", "--wait", "--", "sleep", "1")
                .ok();
        await().atMost(PATIENCE)
                .until(() -> Postgres.count(installation, "select count(*) from token_fact") == 2
                        && Postgres.count(installation, "select count(*) from card_fact where workload like '%job'")
                                == 1);
        backup = installation.file("today.wellfield");
        installation.cli("backup", backup.toString()).ok();
    }

    @AfterAll
    static void stop() {
        installation.close();
    }

    @Test
    void everything_is_the_same_in_the_restored_installation_and_keys_work() throws Exception {
        List<JsonNode> before = same.stream().map(BackupTest::stable).toList();
        assertThat(before.getFirst().toString()).contains("\"data\"");
        assertThat(Files.getPosixFilePermissions(backup)).isEqualTo(PosixFilePermissions.fromString("rw-------"));

        try (Installation restored = Installation.restored(installation, backup)) {
            restored.up("--empty").ok();
            for (int i = 0; i < same.size(); i++) {
                assertThat(stable(restored, same.get(i))).as(same.get(i)).isEqualTo(before.get(i));
            }
            assertThat(verdicts(restored)).isEqualTo(Set.of("AGREES"));
            Map<String, String> operator =
                    Map.of("WELLFIELD_SERVER", restored.url(), "WELLFIELD_TOKEN", installation.operatorToken());
            Models.serve(restored, operator, "chat-2");
            await().atMost(PATIENCE).until(() -> Models.status(restored, key) == 200);
            await().atMost(PATIENCE).until(() -> Postgres.count(restored, "select count(*) from token_fact") == 3);
            restored.cli(operator, "cancel", "inference/chat-2", "--wait").ok();
        }
    }

    @Test
    void it_moves_to_a_postgresql_elsewhere_and_back() throws Exception {
        Postgres.execute(installation, "create database elsewhere");
        Map<String, String> elsewhere = Postgres.surroundings(installation, "elsewhere");
        installation.cli(elsewhere, "restore", backup.toString()).ok();
        Path back = installation.file("back.wellfield");
        installation.cli(elsewhere, "backup", back.toString()).ok();

        Said again = installation.cli(elsewhere, "restore", backup.toString());
        try (Installation home = Installation.restored(installation, back)) {
            home.up("--empty").ok();

            assertThat(stable(home, same.getFirst())).isEqualTo(stable(same.getFirst()));
        }
        assertThat(again.status()).isEqualTo(1);
        assertThat(again.err()).contains("isn't empty").contains("--database-url");
    }

    @Test
    void a_file_that_is_no_whole_backup_of_ours_is_refused_and_nothing_is_done() throws Exception {
        byte[] whole = Files.readAllBytes(backup);
        byte[] damaged = whole.clone();
        damaged[whole.length / 2] ^= 1;
        byte[] newer = whole.clone();
        newer["wellfield-backup ".length()] = '9';

        assertThat(refused(Arrays.copyOf(whole, whole.length - 1000))).contains("cut off or damaged");
        assertThat(refused(damaged)).contains("cut off or damaged");
        assertThat(refused(newer)).contains("format 9").contains("newer");
        assertThat(refused("{}".repeat(100).getBytes(StandardCharsets.UTF_8))).contains("no backup of Wellfield");
        assertThat(installation.cli("restore", backup.toString()).err()).contains("isn't empty");
        assertThat(installation.cli("backup", backup.toString()).err()).contains("is there already");
    }

    private static String refused(byte[] bytes) throws Exception {
        try (Installation other = Installation.prepare()) {
            Path file = Files.write(other.file("file"), bytes);
            Said said = other.cli("restore", file.toString());
            assertThat(said.status()).isEqualTo(1);
            assertThat(other.data()).doesNotExist();
            return said.err();
        }
    }

    /** Of all lines of a tenant's invoice. */
    private static Set<String> verdicts(Installation where) {
        String preview = "/api/v1/tenants/data/invoice-previews/" + month();
        Set<String> verdicts = new HashSet<>();
        for (JsonNode line : where.get(preview).get("lines")) {
            String path = preview + "/lines/" + line.get("line").asString();
            verdicts.add(where.get(path).path("verdict").asString(""));
        }
        return verdicts;
    }

    private static String month() {
        return YearMonth.now(ZoneId.of("Asia/Shanghai")).toString();
    }

    private static JsonNode stable(String path) {
        return stable(installation, path);
    }

    /** Without what is another each time it is asked. */
    private static JsonNode stable(Installation where, String path) {
        JsonNode json = where.get(path);
        if (json.has("items")) {
            // Where an event is in the order is another database's matter.
            json.get("items").forEach(item -> ((ObjectNode) item).remove("cursor"));
            return json.get("items");
        }
        ((ObjectNode) json).remove("asOf");
        return json;
    }
}
