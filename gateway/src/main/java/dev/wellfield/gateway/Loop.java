package dev.wellfield.gateway;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.PoolOptions;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One event loop of the gateway: its share of the callers' connections, its own connections to the engines, and the
 * requests that it serves. Everything in it runs on its thread; as an executor it brings others' work there.
 */
final class Loop extends VerticleBase implements Executor {
    private static final long LOOK_MILLIS = 250;
    /** Less than engines keep idle connections (vLLM: 5 s), so that we seldom send on one that is just being closed. */
    private static final int ENGINE_IDLE_SECONDS = 3;

    private static final int BACKLOG = 1_024;

    private final Plane plane;
    private final String host;
    private final int port;
    private final Connections connections;
    private final Set<Watched> watched = new LinkedHashSet<>();
    private @Nullable HttpClient client;
    private @Nullable HttpServer server;

    /**
     * @param port negative for a free one that all loops share
     * @param openConnections of all loops
     */
    Loop(Plane plane, String host, int port, AtomicInteger openConnections) {
        this.plane = plane;
        this.host = host;
        this.port = port;
        this.connections = new Connections(
                openConnections,
                plane.capacity().connections(),
                plane.timeouts().idleConnection().toNanos());
    }

    @Override
    public Future<?> start() {
        HttpClientOptions options = new HttpClientOptions()
                .setKeepAliveTimeout(ENGINE_IDLE_SECONDS)
                .setConnectTimeout((int) plane.timeouts().connect().toMillis())
                .setTcpNoDelay(true);
        client = vertx.httpClientBuilder()
                .with(options)
                .with(new PoolOptions()
                        .setHttp1MaxSize(plane.capacity().requests())
                        .setCleanerPeriod(1_000))
                .build();
        Front front = new Front(this);
        vertx.setPeriodic(LOOK_MILLIS, timer -> look());
        server = vertx.createHttpServer(new HttpServerOptions()
                .setTcpNoDelay(true)
                .setAcceptBacklog(BACKLOG)
                .setHttp2ClearTextEnabled(false)
                .setPerFrameWebSocketCompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false)
                .setHandle100ContinueAutomatically(true));
        return server.connectionHandler(connections::opened)
                .requestHandler(request -> {
                    connections.began(request);
                    front.handle(request);
                })
                .listen(port, host);
    }

    private void look() {
        long now = System.nanoTime();
        List.copyOf(watched).forEach(one -> one.look(now));
        connections.closeIdle(now);
    }

    Plane plane() {
        return plane;
    }

    HttpClient client() {
        if (client == null) {
            throw new IllegalStateException("the loop isn't started");
        }
        return client;
    }

    int port() {
        if (server == null) {
            throw new IllegalStateException("the loop isn't started");
        }
        return server.actualPort();
    }

    void watch(Watched one) {
        watched.add(one);
    }

    void unwatch(Watched one) {
        watched.remove(one);
    }

    void later(long millis, Runnable action) {
        vertx.setTimer(millis, timer -> action.run());
    }

    @Override
    public void execute(Runnable work) {
        context.runOnContext(v -> work.run());
    }

    /** Called by other threads: takes no more connections; those that are idle are closed. */
    Future<Void> stopAccepting(Duration within) {
        return on(context, done -> {
            if (server == null) {
                done.complete();
            } else {
                server.shutdown(within.toMillis(), TimeUnit.MILLISECONDS).onComplete(done);
            }
        });
    }

    /** Called by other threads: ends what is still there, as an error. */
    Future<Void> stopRequests() {
        return on(context, done -> {
            List.copyOf(watched).forEach(Watched::stop);
            done.complete();
        });
    }

    private static Future<Void> on(Context context, Handler<Promise<Void>> work) {
        Promise<Void> done = Promise.promise();
        context.runOnContext(v -> work.handle(done));
        return done.future();
    }
}
