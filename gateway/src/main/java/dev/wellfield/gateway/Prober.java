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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks every engine each second whether it is well. Owned by one event loop. */
final class Prober {
    private static final Logger LOG = LoggerFactory.getLogger(Prober.class);

    private final Vertx vertx;
    private final HttpClient client;
    private final Dispatcher dispatcher;
    private final long timeoutMillis;
    private final Set<Engine> underWay = new HashSet<>();
    private final Set<Engine> lookedAt = new HashSet<>();

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
            group.engines().forEach(engine -> {
                probe(group, engine);
                lookAtProgress(engine);
            });
        });
    }

    private void probe(EngineGroup group, Engine engine) {
        if (!underWay.add(engine)) {
            return;
        }
        Future<HttpClientRequest> request =
                client.request(get(engine, engine.dialect().healthPath()));
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

    /** Reads its metrics where it is in doubt whether it gets on. */
    private void lookAtProgress(Engine engine) {
        String prefix = engine.dialect().metrics();
        if (prefix.isEmpty() || !engine.progress().isInDoubt(System.nanoTime()) || !lookedAt.add(engine)) {
            return;
        }
        Future<HttpClientRequest> request = client.request(get(engine, "/metrics"));
        request.compose(HttpClientRequest::send)
                .compose(response -> EnginePage.read(response).map(page -> response.statusCode() == 200 ? page : ""))
                .timeout(timeoutMillis, TimeUnit.MILLISECONDS)
                .onComplete(page -> {
                    lookedAt.remove(engine);
                    if (page.failed()) {
                        request.onSuccess(HttpClientRequest::reset);
                    } else if (!page.result().isEmpty()) {
                        judge(engine, page.result(), prefix);
                    }
                });
    }

    private static void judge(Engine engine, String page, String prefix) {
        boolean before = engine.progress().isStuck();
        engine.progress().counted(page, prefix, System.nanoTime());
        boolean after = engine.progress().isStuck();
        if (before != after) {
            LOG.warn(
                    "engine {}/{} at {} {}",
                    engine.endpoint().tenant(),
                    engine.endpoint().workload(),
                    engine.endpoint().url(),
                    after ? "is stuck: it owes answers, and neither says nor counts anything" : "works again");
        }
    }

    private static RequestOptions get(Engine engine, String path) {
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.GET)
                .setAbsoluteURI(engine.endpoint().url() + path);
        EngineHeaders.authorization(engine).forEach(options::putHeader);
        return options;
    }

    private String reason(Throwable cause) {
        return cause instanceof TimeoutException
                ? "no answer within " + timeoutMillis + " ms"
                : String.valueOf(cause.getMessage());
    }
}
