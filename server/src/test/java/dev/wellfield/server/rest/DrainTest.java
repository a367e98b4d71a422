package dev.wellfield.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.server.rest.StubServer.Result;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.StringNode;

class DrainTest {
    private static final String FOLLOW =
            "GET /api/v1/events/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer wft_operator\r\n\r\n";

    @Test
    void closing_lets_requests_finish_and_ends_streams() throws Exception {
        CountDownLatch running = new CountDownLatch(2);
        CountDownLatch release = new CountDownLatch(1);
        Map<String, OperationHandler> handlers = Map.of(
                "listPools",
                call -> {
                    running.countDown();
                    release.await();
                    return Reply.ok(
                            Samples.minimal(StubServer.CONTRACT.schemas()).of("PoolList"));
                },
                "followEvents",
                call -> Reply.events(sink -> {
                    running.countDown();
                    assertThat(sink.pause(Duration.ofMinutes(1))).isFalse();
                    assertThat(sink.gone()).isTrue();
                    sink.send("end", null, StringNode.valueOf("draining"));
                }));
        try (StubServer server = StubServer.start(handlers);
                Wire stream = new Wire(server).send(FOLLOW)) {
            int port = server.server.port();
            CompletableFuture<Result> request =
                    CompletableFuture.supplyAsync(() -> server.asOperator().get("/api/v1/pools"));
            assertThat(running.await(5, TimeUnit.SECONDS)).isTrue();

            CompletableFuture<Void> closing = CompletableFuture.runAsync(() -> close(server, Duration.ofSeconds(10)));
            String streamed = stream.all();
            Await.until("no new connection is taken", () -> refused(port));
            boolean waited = !closing.isDone();
            release.countDown();

            assertThat(streamed).contains("event: end").endsWith("0\r\n\r\n");
            assertThat(waited).isTrue();
            assertThat(request.get(5, TimeUnit.SECONDS).status()).isEqualTo(200);
            closing.get(5, TimeUnit.SECONDS);
        }
    }

    @Test
    void what_does_not_finish_in_time_is_interrupted() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Map<String, OperationHandler> handlers = Map.of(
                "followEvents",
                call -> Reply.events(sink -> {
                    running.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        interrupted.complete(true);
                    }
                }));
        try (StubServer server = StubServer.start(handlers);
                Wire stream = new Wire(server).send(FOLLOW)) {
            assertThat(running.await(5, TimeUnit.SECONDS)).isTrue();

            server.server.close(Duration.ofMillis(200));

            assertThat(interrupted.get(5, TimeUnit.SECONDS)).isTrue();
            assertThat(stream.all()).doesNotContain("0\r\n\r\n");
        }
    }

    private static void close(StubServer server, Duration patience) {
        try {
            server.server.close(patience);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean refused(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return !socket.isConnected();
        } catch (ConnectException e) {
            return true;
        } catch (IOException e) {
            return Assertions.fail(e);
        }
    }
}
