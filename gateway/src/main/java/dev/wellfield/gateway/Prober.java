package dev.wellfield.gateway;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks every engine each second whether it is well. Owned by one event loop. */
final class Prober {
    private final Vertx vertx;
    private final HttpClient client;
    private final Dispatcher dispatcher;
    private final long timeoutMillis;
    private final Set<Engine> underWay = new HashSet<>();

    Prober(Vertx vertx, HttpClient client, Dispatcher dispatcher, Duration timeout) {
        this.vertx = vertx;
        this.client = client;
        this.dispatcher = dispatcher;
        this.timeoutMillis = timeout.toMillis();
    }

    void start(long everyMillis) {
        vertx.setPeriodic(0, everyMillis, timer -> probe());
    }

    /** Asks those that aren't being asked already. */
    void probe() {
        dispatcher.groups().values().forEach(group -> {
            // An engine that hung may have recovered without giving anything back.
            group.serveWaiting();
            group.engines().forEach(engine -> probe(group, engine));
        });
    }

    private void probe(EngineGroup group, Engine engine) {
        if (!underWay.add(engine)) {
            return;
        }
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.GET)
                .setAbsoluteURI(engine.endpoint().url() + engine.dialect().healthPath());
        EngineHeaders.authorization(engine).forEach(options::putHeader);
        Future<HttpClientRequest> request = client.request(options);
        request.compose(HttpClientRequest::send)
                .compose(response -> response.end().map(response.statusCode()))
                .timeout(timeoutMillis, TimeUnit.MILLISECONDS)
                .onComplete(status -> {
                    underWay.remove(engine);
                    if (status.failed()) {
                        request.onSuccess(HttpClientRequest::reset);
                    }
                    boolean well = status.succeeded() && status.result() == 200;
                    dispatcher.health(
                            group,
                            engine,
                            well,
                            status.succeeded() ? "status " + status.result() : reason(status.cause()));
                });
    }

    private String reason(Throwable cause) {
        return cause instanceof TimeoutException
                ? "no answer within " + timeoutMillis + " ms"
                : String.valueOf(cause.getMessage());
    }
}
