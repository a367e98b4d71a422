package dev.wellfield.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.StringNode;

class StreamTest {
    private static final String FOLLOW = """
            GET /api/v1/events/stream HTTP/1.1\r
            Host: localhost\r
            Authorization: Bearer wft_operator\r
            Last-Event-ID: 10000000000000000041\r
            \r
            """;
    private static final RestLimits QUICK = new RestLimits(
            1 << 20,
            1 << 10,
            1 << 20,
            8,
            2,
            64,
            Duration.ofSeconds(5),
            Duration.ofMillis(400),
            Duration.ofMillis(50),
            Duration.ofMillis(100),
            Duration.ofMillis(100));

    private static Map<String, OperationHandler> following(EventSource source) {
        return Map.of("followEvents", call -> Reply.events(source));
    }

    @Test
    void events_arrive_as_they_are_sent() throws Exception {
        CountDownLatch seen = new CountDownLatch(1);
        AtomicReference<String> resumedAt = new AtomicReference<>("");
        Map<String, OperationHandler> handlers = Map.of("followEvents", call -> {
            resumedAt.set(call.header("Last-Event-ID").orElse(""));
            return Reply.events(sink -> {
                sink.send("change", "42", JsonNodeFactory.instance.objectNode().put("text", "田\nfield"));
                seen.await();
                sink.send("alive", null, JsonNodeFactory.instance.objectNode());
            });
        });
        try (StubServer server = StubServer.start(handlers);
                Wire wire = new Wire(server)) {
            String head = wire.send(FOLLOW).head();
            String first = wire.until("\n\n");
            seen.countDown();
            String rest = wire.until("0\r\n\r\n");

            assertThat(head)
                    .startsWith("HTTP/1.1 200")
                    .containsIgnoringCase("content-type: text/event-stream")
                    .containsIgnoringCase("cache-control: no-store");
            assertThat(first).contains("event: change\nid: 42\ndata: {\"text\":\"");
            assertThat(first).contains("\\nfield\"}\n\n");
            assertThat(rest).contains("event: alive\ndata: {}\n\n");
            assertThat(resumedAt.get()).isEqualTo("10000000000000000041");
        }
    }

    @Test
    void a_stream_ends_soon_after_its_caller_may_not_see_it_any_more() throws Exception {
        Map<String, OperationHandler> handlers = following(sink -> {
            while (sink.pause(Duration.ofSeconds(1))) {}
            sink.send("end", null, JsonNodeFactory.instance.objectNode());
        });
        try (StubServer server = StubServer.start(QUICK, handlers);
                Wire wire = new Wire(server)) {
            wire.send(FOLLOW).head();

            server.authenticator.revoke("wft_operator");

            assertThat(wire.until("0\r\n\r\n")).contains("event: end");
        }
    }

    @Test
    void a_caller_that_reads_slowly_holds_its_source_back_and_loses_nothing() {
        int events = 600;
        StringNode data = StringNode.valueOf("x".repeat(64 << 10));
        AtomicInteger sent = new AtomicInteger();
        AtomicReference<Thread> thread = new AtomicReference<>();
        Map<String, OperationHandler> handlers = following(sink -> {
            thread.set(Thread.currentThread());
            for (int i = 0; i < events; i++) {
                sink.send("change", Integer.toString(i), data);
                sent.incrementAndGet();
            }
        });
        try (StubServer server = StubServer.start(handlers);
                Wire wire = new Wire(server)) {
            wire.send(FOLLOW).head();
            heldBack(thread, sent);
            int whileNotReading = sent.get();

            String rest = wire.until("0\r\n\r\n");

            assertThat(whileNotReading).isBetween(1, events / 2);
            assertThat(rest).contains("id: 0\n").contains("id: " + (events - 1) + "\n");
            assertThat(sent).hasValue(events);
        }
    }

    /** The source waits and the count stands still for a while. */
    private static void heldBack(AtomicReference<Thread> thread, AtomicInteger sent) {
        int[] last = {-1, 0};
        Await.until("the source is held back", () -> {
            Thread running = thread.get();
            boolean still =
                    running != null && running.getState() == Thread.State.TIMED_WAITING && sent.get() == last[0];
            last[1] = still ? last[1] + 1 : 0;
            last[0] = sent.get();
            return last[1] > 20;
        });
    }

    @Test
    void a_caller_that_leaves_ends_the_pause_of_its_source() throws Exception {
        CompletableFuture<Boolean> paused = new CompletableFuture<>();
        Map<String, OperationHandler> handlers = following(sink -> paused.complete(sink.pause(Duration.ofMinutes(1))));
        try (StubServer server = StubServer.start(handlers)) {
            try (Wire wire = new Wire(server)) {
                wire.send(FOLLOW).head();
            }

            assertThat(paused.get(5, TimeUnit.SECONDS)).isFalse();
        }
    }

    @Test
    void sending_to_a_caller_that_has_left_ends_the_source() throws Exception {
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        Map<String, OperationHandler> handlers = following(sink -> {
            try {
                while (true) {
                    sink.send("change", null, StringNode.valueOf("x"));
                }
            } catch (ClientGone e) {
                ended.complete(e);
                throw e;
            }
        });
        try (StubServer server = StubServer.start(handlers)) {
            try (Wire wire = new Wire(server)) {
                wire.send(FOLLOW).head();
            }

            assertThat(ended.get(5, TimeUnit.SECONDS)).isInstanceOf(ClientGone.class);
        }
    }

    @Test
    void a_source_that_does_not_look_is_interrupted_after_its_caller_has_left() throws Exception {
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        Map<String, OperationHandler> handlers = following(sink -> {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                ended.complete(e);
            }
        });
        try (StubServer server = StubServer.start(QUICK, handlers)) {
            try (Wire wire = new Wire(server)) {
                wire.send(FOLLOW).head();
            }

            assertThat(ended.get(5, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        }
    }

    @Test
    void a_caller_that_reads_nothing_for_too_long_counts_as_gone() throws Exception {
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        StringNode data = StringNode.valueOf("x".repeat(256 << 10));
        Map<String, OperationHandler> handlers = following(sink -> {
            try {
                while (true) {
                    sink.send("change", null, data);
                }
            } catch (ClientGone e) {
                ended.complete(e);
                throw e;
            }
        });
        try (StubServer server = StubServer.start(QUICK, handlers);
                Wire wire = new Wire(server)) {
            wire.send(FOLLOW).head();

            assertThat(ended.get(5, TimeUnit.SECONDS)).isInstanceOf(ClientGone.class);
        }
    }

    @Test
    void a_silent_stream_is_kept_alive() {
        Map<String, OperationHandler> handlers = following(sink -> {
            assertThat(sink.pause(Duration.ofMillis(200))).isTrue();
            sink.send("end", null, StringNode.valueOf("x"));
        });
        try (StubServer server = StubServer.start(QUICK, handlers);
                Wire wire = new Wire(server)) {
            String all = wire.send(FOLLOW).until("0\r\n\r\n");

            assertThat(all).contains(": alive\n\n").contains("event: end\n");
        }
    }

    @Test
    void streams_beyond_the_limit_are_refused_and_do_not_count_as_requests() throws Exception {
        CountDownLatch open = new CountDownLatch(2);
        Map<String, OperationHandler> handlers = following(sink -> {
            open.countDown();
            while (sink.pause(Duration.ofSeconds(10))) {
                sink.send("alive", null, StringNode.valueOf("x"));
            }
        });
        try (StubServer server = StubServer.start(QUICK, handlers)) {
            List<Wire> streams = List.of(new Wire(server).send(FOLLOW), new Wire(server).send(FOLLOW));
            assertThat(open.await(5, TimeUnit.SECONDS)).isTrue();

            StubServer.Result third = server.asOperator().get("/api/v1/events/stream");

            assertThat(third.status()).isEqualTo(503);
            assertThat(third.header("Retry-After")).isEqualTo("1");
            assertThat(server.asOperator().get("/api/v1/pools").status()).isEqualTo(200);
            streams.forEach(Wire::close);
            Await.until(
                    "the places are free again",
                    () -> Wire.exchange(server, FOLLOW).startsWith("HTTP/1.1 200"));
        }
    }

    @Test
    void a_source_that_fails_cuts_the_stream_off() {
        Map<String, OperationHandler> handlers = following(sink -> {
            sink.send("change", null, StringNode.valueOf("x"));
            throw new IllegalStateException("planted");
        });
        try (StubServer server = StubServer.start(handlers);
                Wire wire = new Wire(server)) {
            String all = wire.send(FOLLOW).all();

            assertThat(all)
                    .contains("event: change")
                    .doesNotContain("0\r\n\r\n")
                    .doesNotContain("planted");
        }
    }
}
