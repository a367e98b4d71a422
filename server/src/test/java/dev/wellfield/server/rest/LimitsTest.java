package dev.wellfield.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.server.rest.StubServer.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Each limit, reached. */
class LimitsTest {
    private static final RestLimits SMALL = new RestLimits(
            4096,
            256,
            2048,
            2,
            2,
            6,
            Duration.ofMillis(500),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            Duration.ofMillis(100),
            Duration.ofMillis(100));
    private static final String TOKENS = """
            POST /api/v1/tokens HTTP/1.1\r
            Host: localhost\r
            Authorization: Bearer wft_operator\r
            Content-Type: application/json\r
            """;

    @Test
    void a_body_that_grows_beyond_the_limit_is_refused_without_a_stated_length() {
        try (StubServer server = StubServer.start();
                Wire wire = new Wire(server)) {
            String chunk = "10000\r\n" + " ".repeat(0x10000) + "\r\n";
            wire.send(TOKENS + "Transfer-Encoding: chunked\r\n\r\n");
            for (int i = 0; i < 140; i++) {
                wire.send(chunk);
            }

            assertThat(wire.head()).startsWith("HTTP/1.1 413");
        }
    }

    @Test
    void a_body_that_states_too_large_a_length_is_refused_before_it_is_sent() {
        try (StubServer server = StubServer.start()) {
            for (String length : new String[] {"8388609", "99999999999999999", "9223372036854775807"}) {
                assertThat(Wire.exchange(
                                server, TOKENS + "Expect: 100-continue\r\nContent-Length: " + length + "\r\n\r\n"))
                        .startsWith("HTTP/1.1 413");
            }
            assertThat(Wire.exchange(server, TOKENS + "Content-Length: -1\r\n\r\n"))
                    .containsPattern("^HTTP/1.[01] 4");
        }
    }

    @Test
    void a_caller_that_asks_first_is_told_to_go_on() {
        try (StubServer server = StubServer.start();
                Wire wire = new Wire(server)) {
            wire.send(TOKENS + "Expect: 100-continue\r\nContent-Length: 12\r\n\r\n");
            assertThat(wire.head()).startsWith("HTTP/1.1 100");

            assertThat(wire.send("{\"name\":\"a\"}").head()).startsWith("HTTP/1.1 201");
        }
    }

    @Test
    void whoever_is_not_signed_in_sends_little() {
        try (StubServer server = StubServer.start()) {
            Result result = server.asNobody().post("/api/v1/session", " ".repeat(70_000));

            assertThat(result.status()).isEqualTo(413);
            assertThat(result.json().get("detail").asString()).contains("65,536 bytes");
        }
    }

    @Test
    void after_a_refusal_the_rest_of_the_body_is_thrown_away_and_the_connection_goes_on() {
        try (StubServer server = StubServer.start();
                Wire wire = new Wire(server)) {
            String body = "x".repeat(100_000);
            wire.send(
                    "POST /api/v1/tokens HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                            + body.length() + "\r\n\r\n" + body + "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");

            assertThat(wire.head()).startsWith("HTTP/1.1 401");
            assertThat(wire.until("\"status\":\"ok\"")).contains("HTTP/1.1 200");
        }
    }

    @Test
    void bodies_of_all_requests_together_are_bounded() {
        try (StubServer server = StubServer.start(SMALL, Map.of())) {
            Result refused = server.asOperator().post("/api/v1/tokens", " ".repeat(3000));
            Result taken = server.asOperator().post("/api/v1/tokens", " ".repeat(1000) + "{\"name\":\"a\"}");
            Result again = server.asOperator().post("/api/v1/tokens", " ".repeat(1800) + "{\"name\":\"a\"}");

            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.code()).isEqualTo("overloaded");
            assertThat(taken.status()).isEqualTo(201);
            assertThat(again.status()).isEqualTo(201);
        }
    }

    @Test
    void requests_beyond_the_limit_are_refused_at_once() throws Exception {
        CountDownLatch running = new CountDownLatch(2);
        CountDownLatch release = new CountDownLatch(1);
        Map<String, OperationHandler> handlers = Map.of("listPools", call -> {
            running.countDown();
            release.await();
            return Reply.ok(Samples.minimal(StubServer.CONTRACT.schemas()).of("PoolList"));
        });
        RestLimits limits = new RestLimits(
                4096,
                256,
                2048,
                2,
                2,
                64,
                Duration.ofSeconds(10),
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                Duration.ofMillis(100),
                Duration.ofMillis(100));
        try (StubServer server = StubServer.start(limits, handlers)) {
            CompletableFuture<Result> one =
                    CompletableFuture.supplyAsync(() -> server.asOperator().get("/api/v1/pools"));
            CompletableFuture<Result> two =
                    CompletableFuture.supplyAsync(() -> server.asOperator().get("/api/v1/pools"));
            assertThat(running.await(5, TimeUnit.SECONDS)).isTrue();

            Result third = server.asOperator().get("/api/v1/nodes");
            release.countDown();

            assertThat(third.status()).isEqualTo(503);
            assertThat(third.header("Retry-After")).isEqualTo("1");
            assertThat(one.get(5, TimeUnit.SECONDS).status()).isEqualTo(200);
            assertThat(two.get(5, TimeUnit.SECONDS).status()).isEqualTo(200);
            Await.until(
                    "a place is free",
                    () -> server.asOperator().get("/api/v1/nodes").status() == 200);
        }
    }

    @Test
    void many_requests_run_at_a_time() throws Exception {
        int count = 60;
        CountDownLatch together = new CountDownLatch(count);
        Map<String, OperationHandler> handlers = Map.of("listPools", call -> {
            together.countDown();
            assertThat(together.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(Thread.currentThread().isVirtual()).isTrue();
            return Reply.ok(Samples.minimal(StubServer.CONTRACT.schemas()).of("PoolList"));
        });
        try (StubServer server = StubServer.start(handlers)) {
            List<CompletableFuture<Integer>> answers = new ArrayList<>();
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < count; i++) {
                    answers.add(CompletableFuture.supplyAsync(
                            () -> server.asOperator().get("/api/v1/pools").status(), threads));
                }
            }
            assertThat(answers).allMatch(it -> it.join() == 200);
        }
    }

    @Test
    void a_handler_that_takes_too_long_is_given_up_and_interrupted() throws Exception {
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Map<String, OperationHandler> handlers = Map.of("listPools", call -> {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.complete(true);
                throw e;
            }
            return Reply.noContent();
        });
        try (StubServer server = StubServer.start(SMALL, handlers)) {
            Result result = server.asOperator().get("/api/v1/pools");

            assertThat(result.status()).isEqualTo(503);
            assertThat(result.code()).isEqualTo("deadline");
            assertThat(interrupted.get(5, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void a_body_that_never_ends_is_given_up() {
        try (StubServer server = StubServer.start(SMALL, Map.of());
                Wire wire = new Wire(server)) {
            wire.send(TOKENS + "Content-Length: 100\r\n\r\n{\"name\"");

            assertThat(wire.all()).startsWith("HTTP/1.1 503").contains("deadline");
        }
    }

    @Test
    void connections_beyond_the_limit_are_closed() {
        try (StubServer server = StubServer.start(SMALL, Map.of())) {
            List<Wire> open = new ArrayList<>();
            for (int i = 0; i < SMALL.connections(); i++) {
                Wire wire = new Wire(server);
                open.add(wire);
                assertThat(wire.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                                .head())
                        .startsWith("HTTP/1.1 200");
            }
            try (Wire surplus = new Wire(server)) {
                assertThat(surplus.all()).isEmpty();
            }
            open.forEach(Wire::close);
            Await.until("there is room again", () -> {
                try (Wire next = new Wire(server)) {
                    return next.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            .head()
                            .startsWith("HTTP/1.1 200");
                } catch (UncheckedIOException e) {
                    return false;
                }
            });
        }
    }

    @Test
    void a_fault_is_told_by_an_incident_and_nothing_else() {
        Map<String, OperationHandler> handlers = Map.of(
                "listPools",
                call -> {
                    throw new IllegalStateException("planted, with wft_secret");
                },
                "listNodes",
                call -> {
                    throw new StackOverflowError();
                },
                "listPlans",
                call -> {
                    throw new Unavailable("the database does not answer", new IOException("refused"));
                },
                "listCards",
                call -> Reply.ok(JsonNodeFactory.instance.objectNode()).with("Bad", "a\r\nb"));
        try (StubServer server = StubServer.start(handlers)) {
            Result fault = server.asOperator().get("/api/v1/pools").checked("listPools");
            Result error = server.asOperator().get("/api/v1/nodes");
            Result away = server.asOperator().get("/api/v1/plans").checked("listPlans");

            assertThat(fault.status()).isEqualTo(500);
            assertThat(fault.json().get("instance").asString()).matches("urn:wellfield:incident:[0-9a-f]{16}");
            assertThat(fault.body()).doesNotContain("planted").doesNotContain("wft_secret");
            assertThat(error.status()).isEqualTo(500);
            assertThat(away.status()).isEqualTo(503);
            assertThat(away.json().get("detail").asString()).contains("the database does not answer");
            assertThat(
                            Wire.exchange(
                                    server,
                                    "GET /api/v1/cards HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer wft_operator\r\n\r\n"))
                    .as("an answer that can't be written is cut off")
                    .isEmpty();
            assertThat(server.asOperator().get("/api/v1/tenants").status()).isEqualTo(200);
        }
    }

    @Test
    void long_answers_come_packed_to_those_who_take_it() {
        JsonNode list = JsonNodeFactory.instance
                .objectNode()
                .set("items", JsonNodeFactory.instance.arrayNode())
                .put("filler", "x".repeat(5000));
        try (StubServer server = StubServer.start(Map.of("listPools", call -> Reply.ok(list)))) {
            Result packed =
                    server.asOperator().header("Accept-Encoding", "gzip").get("/api/v1/pools");
            Result refused =
                    server.asOperator().header("Accept-Encoding", "gzip;q=0").get("/api/v1/pools");

            assertThat(packed.header("Content-Encoding")).isEqualTo("gzip");
            assertThat(Integer.parseInt(packed.header("Content-Length"))).isLessThan(500);
            assertThat(refused.header("Content-Encoding")).isEmpty();
            assertThat(refused.header("Vary")).isEqualTo("Accept-Encoding");
        }
    }
}
