package dev.wellfield.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Pages of engines, which may say anything. */
class EnginePageTest {
    private static final long PATIENCE_SECONDS = 60;

    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void close() {
        vertx.close().await();
    }

    private Future<String> read(Handler<HttpServerResponse> engine) {
        int port = vertx.createHttpServer()
                .requestHandler(request -> engine.handle(request.response().setChunked(true)))
                .listen(0, "127.0.0.1")
                .await()
                .actualPort();
        return vertx.createHttpClient()
                .request(HttpMethod.GET, port, "127.0.0.1", "/metrics")
                .compose(HttpClientRequest::send)
                .compose(EnginePage::read);
    }

    private static String await(Future<String> page) throws Exception {
        return page.toCompletionStage().toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void a_page_is_read_to_its_end() throws Exception {
        Future<String> page = read(engine -> {
            engine.write("one 1\n");
            engine.end("two 2\n");
        });

        assertThat(await(page)).isEqualTo("one 1\ntwo 2\n");
    }

    @Test
    void a_page_without_end_is_broken_off() throws Exception {
        CompletableFuture<Boolean> closed = new CompletableFuture<>();

        Future<String> page = read(engine -> {
            engine.closeHandler(ignored -> closed.complete(true));
            goOn(engine);
        });

        assertThatThrownBy(() -> await(page))
                .hasMessageContaining("the page is larger than " + EnginePage.MOST_BYTES + " bytes");
        assertThat(closed.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    private static void goOn(HttpServerResponse engine) {
        engine.write(Buffer.buffer(new byte[64 * 1024])).onSuccess(ignored -> goOn(engine));
    }
}
