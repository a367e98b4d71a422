package dev.wellfield.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A database that says nothing for more than a minute, of an installation with its own and of one that uses the same server. */
class DatabaseAwayTest {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private final String month = YearMonth.now(ZoneId.of("Asia/Shanghai")).toString();

    /** An installation and what its callers were told. */
    private record House(Installation installation, String key, AtomicLong answered) {
        int call() {
            int status = Models.status(installation, key);
            if (status == 200) {
                answered.incrementAndGet();
            }
            return status;
        }
    }

    @Test
    void calls_go_on_for_a_minute_streams_for_as_long_as_they_last_and_afterwards_all_is_there_once() throws Exception {
        try (Installation own = Installation.withExample();
                Installation other = Installation.prepare()) {
            Postgres.execute(own, "create database other");
            other.up(Postgres.surroundings(own, "other"), "--example").ok();
            List<House> houses = List.of(house(own), house(other));
            List<CompletableFuture<String>> streams = houses.stream()
                    .map(house -> CompletableFuture.supplyAsync(() -> stream(house)))
                    .toList();
            for (House house : houses) {
                house.installation()
                        .cli("submit", "job", "--tenant", "training", "--cards", "1", "--", "sleep", "8")
                        .ok();
                await().atMost(PATIENCE)
                        .until(() -> house.installation().phase("training/job").equals("RUNNING"));
            }

            List<ProcessHandle> server = Postgres.processes(own);
            signal("STOP", server);
            long since = System.nanoTime();
            try {
                for (int i = 0; i < 5; i++) {
                    houses.forEach(House::call);
                }
                assertThat(houses).allMatch(house -> house.answered().get() == 6);
                for (House house : houses) {
                    HttpResponse<String> away = house.installation().send("GET", "/api/v1/tenants", null);
                    assertThat(away.statusCode()).isEqualTo(503);
                    assertThat(away.headers().firstValue("Retry-After")).isPresent();
                    assertThat(away.headers().firstValue("Content-Type").orElse(""))
                            .startsWith("application/problem+json");
                    assertThat(away.body()).contains("database");
                }
                await().atMost(PATIENCE)
                        .pollInterval(Duration.ofSeconds(1))
                        .until(() -> houses.stream()
                                        .filter(house -> house.call() == 503)
                                        .count()
                                == 2);
                assertThat(Duration.ofNanos(System.nanoTime() - since)).isGreaterThan(Duration.ofSeconds(50));
                assertThat(Models.call(own, houses.getFirst().key(), 12).body()).contains("database");
            } finally {
                signal("CONT", server);
            }

            for (CompletableFuture<String> stream : streams) {
                assertThat(stream.join()).isEqualTo("data: [DONE]");
            }
            for (House house : houses) {
                Installation installation = house.installation();
                await().atMost(PATIENCE)
                        .ignoreExceptions()
                        .until(() -> installation.phase("training/job").equals("SUCCEEDED"));
                await().atMost(PATIENCE).until(() -> house.call() == 200);
                long all = house.answered().get() + 1;
                await().atMost(PATIENCE).ignoreExceptions().until(() -> tokens(installation) >= all);
                assertThat(tokens(installation)).isEqualTo(all);
                for (JsonNode line : installation
                        .get("/api/v1/tenants/data/invoice-previews/" + month)
                        .get("lines")) {
                    String path = "/api/v1/tenants/data/invoice-previews/" + month + "/lines/"
                            + line.get("line").asString();
                    await().atMost(PATIENCE)
                            .untilAsserted(() -> assertThat(installation
                                            .get(path)
                                            .path("verdict")
                                            .asString(""))
                                    .as(path)
                                    .isEqualTo("AGREES"));
                }
            }
        }
    }

    private static House house(Installation installation) {
        Models.serve(installation, Map.of(), "chat", "--tokens-per-second", "50");
        String key = installation.key("data", "app");
        await().atMost(PATIENCE).until(() -> Models.status(installation, key) == 200);
        return new House(installation, key, new AtomicLong(1));
    }

    /** The last line of a stream that lasts longer than the database is away. */
    private static String stream(House house) {
        try (var lines = new BufferedReader(new InputStreamReader(
                Models.stream(house.installation(), house.key(), 4000).body(), StandardCharsets.UTF_8))) {
            return lines.lines().filter(line -> !line.isBlank()).reduce("", (before, line) -> line);
        } catch (java.io.IOException e) {
            return e.toString();
        }
    }

    /** Requests that metering knows. */
    private static long tokens(Installation installation) {
        long requests = 0;
        for (JsonNode item : installation.get("/api/v1/usage/tokens").get("items")) {
            requests += item.get("requests").asLong();
        }
        return requests;
    }

    private static void signal(String name, List<ProcessHandle> processes) throws Exception {
        for (ProcessHandle process : processes) {
            new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .redirectErrorStream(true)
                    .start()
                    .waitFor();
        }
    }
}
