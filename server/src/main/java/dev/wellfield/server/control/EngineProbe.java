package dev.wellfield.server.control;

import dev.wellfield.core.EngineKind;
import dev.wellfield.core.metering.EngineCounters;
import dev.wellfield.core.serving.Endpoint;
import dev.wellfield.gateway.EnginePage;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** Asks an engine how it is and what it has counted. Blocks; for virtual threads. */
final class EngineProbe {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

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
        Future<HttpClientRequest> request = client.request(options);
        Future<Optional<String>> answer = request.compose(HttpClientRequest::send)
                .compose(response -> response.statusCode() == 200
                        ? EnginePage.read(response).map(Optional::of)
                        : response.end().map(ignored -> Optional.<String>empty()))
                .timeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        try {
            return answer.toCompletionStage().toCompletableFuture().get();
        } catch (ExecutionException e) {
            // What is still on its way would be kept for nobody.
            request.onSuccess(HttpClientRequest::reset);
            return Optional.empty();
        }
    }
}
