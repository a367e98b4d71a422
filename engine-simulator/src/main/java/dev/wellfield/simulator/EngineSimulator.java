package dev.wellfield.simulator;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A running stand-in engine. Its methods may be called from any thread but an event loop: they wait. It has one event
 * loop of its own, so several live side by side in one process.
 *
 * <pre>{@code
 * try (EngineSimulator engine = new EngineSimulator(SimulatorOptions.of("--port", "0", "--model", "tiny"))) {
 *     engine.start();
 *     … engine.baseUrl() …
 * }
 * }</pre>
 */
public final class EngineSimulator implements AutoCloseable {

    private static final long START_SECONDS = 10;
    /** How long callers get to read what was written, once there is nothing more to write. */
    private static final long FLUSH_SECONDS = 1;

    private static final long DRAIN_POLL_MILLIS = 20;

    private final SimulatorOptions options;
    private @Nullable Started started;
    private int boundPort = -1;

    private record Started(Vertx vertx, Context context, HttpServer server, Scheduler scheduler, Routes routes) {}

    public EngineSimulator(SimulatorOptions options) {
        this.options = options;
    }

    /** Listens once it returns. Throws {@link IllegalStateException} if it can't, say because the port is taken. */
    public synchronized EngineSimulator start() {
        if (started != null) {
            throw new IllegalStateException("the engine simulator is already started on port " + port());
        }
        Vertx vertx = Vertx.vertx(new VertxOptions()
                .setEventLoopPoolSize(1)
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(1)
                .setFileSystemOptions(
                        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false)));
        Context context = vertx.getOrCreateContext();
        try {
            Started engine = await(on(context, () -> listen(vertx, context)), START_SECONDS);
            boundPort = engine.server().actualPort();
            started = engine;
        } catch (IllegalStateException e) {
            vertx.close();
            throw new IllegalStateException(
                    "can't listen on %s:%d: %s".formatted(options.host(), options.port(), e.getMessage()), e);
        }
        return this;
    }

    private Future<Started> listen(Vertx vertx, Context context) {
        long origin = System.nanoTime();
        Scheduler scheduler = new Scheduler(context, () -> System.nanoTime() - origin, options);
        Routes routes = new Routes(context, options, scheduler, InstantSource.system());
        return vertx.createHttpServer(new HttpServerOptions()
                        .setTcpNoDelay(true)
                        .setHttp2ClearTextEnabled(false)
                        .setHandle100ContinueAutomatically(true))
                .requestHandler(routes::handle)
                .listen(options.port(), options.host())
                .map(server -> new Started(vertx, context, server, scheduler, routes));
    }

    /** The port it listens on, or listened on last. */
    public synchronized int port() {
        if (boundPort < 0) {
            throw new IllegalStateException("the engine simulator isn't started");
        }
        return boundPort;
    }

    /** {@code http://host:port}, without a slash at the end. */
    public String baseUrl() {
        String host = options.host().contains(":") ? "[" + options.host() + "]" : options.host();
        return "http://" + host + ":" + port();
    }

    /** Whoever gets it ends it. */
    private synchronized @Nullable Started take() {
        Started engine = started;
        started = null;
        return engine;
    }

    /**
     * Stops as vLLM does on SIGTERM: new requests are refused while /health stays 200; running ones get
     * shutdownTimeout to finish; what is left then fails as by a dead engine, in a stream with an error event and
     * [DONE]. Does nothing if it isn't running.
     */
    public void stop() {
        Started engine = take();
        if (engine == null) {
            return;
        }
        await(
                on(engine.context(), () -> {
                    engine.routes().drain();
                    return drained(
                            engine, System.nanoTime() + TimeUnit.SECONDS.toNanos(options.shutdownTimeoutSeconds()));
                }),
                options.shutdownTimeoutSeconds() + START_SECONDS);
        await(
                on(engine.context(), () -> {
                    engine.scheduler().fail();
                    return engine.server().shutdown(FLUSH_SECONDS, TimeUnit.SECONDS);
                }),
                START_SECONDS);
        await(engine.vertx().close(), START_SECONDS);
    }

    private static Future<Void> drained(Started engine, long deadlineNanos) {
        if (engine.scheduler().isIdle() || System.nanoTime() - deadlineNanos >= 0) {
            return Future.succeededFuture();
        }
        return engine.vertx()
                .timer(DRAIN_POLL_MILLIS, TimeUnit.MILLISECONDS)
                .compose(fired -> drained(engine, deadlineNanos));
    }

    /** Ends at once, as by kill -9: every connection is closed in the middle of whatever it says. */
    public void kill() {
        Started engine = take();
        if (engine != null) {
            await(engine.server().close(), START_SECONDS);
            await(engine.vertx().close(), START_SECONDS);
        }
    }

    /** The same as {@link #stop}. */
    @Override
    public void close() {
        stop();
    }

    private static <T> Future<T> on(Context context, Supplier<Future<T>> work) {
        Promise<T> promise = Promise.promise();
        context.runOnContext(v -> work.get().onComplete(promise));
        return promise.future();
    }

    private static <T> T await(Future<T> future, long seconds) {
        try {
            return future.await(seconds, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException("it took longer than %d s".formatted(seconds), e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }
}
