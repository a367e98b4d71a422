package dev.wellfield.server.control;

import dev.wellfield.core.EngineKind;
import dev.wellfield.core.metering.EngineCounters;
import dev.wellfield.core.serving.Endpoint;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks an engine how it is and what it has counted. Blocks; for virtual threads. */
final class EngineProbe {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final int LARGEST_PAGE_BYTES = 8 * 1024 * 1024;

    private final HttpClient client;

    EngineProbe(Vertx vertx) {
        this.client = vertx.createHttpClient(
                new HttpClientOptions().setConnectTimeout((int) TIMEOUT.toMillis()),
                new PoolOptions().setHttp1MaxSize(4));
    }

    /** Whether it answers as healthy. What isn't a known engine is asked for its models. */
    boolean healthy(Endpoint engine) throws InterruptedException {
        return get(engine, engine.engine() == EngineKind.OTHER ? "/v1/models" : "/health")
                .isPresent();
    }

    /** Its counters, if it has any that we can read. */
    Optional<EngineCounters> counters(Endpoint engine) throws InterruptedException {
        return engine.engine() == EngineKind.OTHER
                ? Optional.empty()
                : get(engine, "/metrics").flatMap(page -> EngineCounters.read(engine.engine(), page));
    }

    private Optional<String> get(Endpoint engine, String path) throws InterruptedException {
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.GET)
                .setHost(engine.url().getHost())
                .setPort(engine.url().getPort())
                .setURI(path)
                .setTimeout(TIMEOUT.toMillis());
        if (engine.key() != null) {
            options.putHeader(HttpHeaders.AUTHORIZATION, "Bearer " + engine.key());
        }
        var answer = client.request(options)
                .compose(request -> request.send())
                .compose(response -> response.statusCode() == 200 && !tooLarge(response)
                        ? response.body().map(body -> Optional.of(body.toString(StandardCharsets.UTF_8)))
                        : response.end().map(ignored -> Optional.<String>empty()));
        try {
            return answer.toCompletionStage().toCompletableFuture().get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            return Optional.empty();
        }
    }

    private static boolean tooLarge(HttpClientResponse response) {
        String length = response.getHeader("Content-Length");
        return length != null && length.length() < 19 && Long.parseLong(length) > LARGEST_PAGE_BYTES;
    }
}
