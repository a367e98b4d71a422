package dev.wellfield.gateway;

import dev.wellfield.core.serving.Allowances;
import dev.wellfield.core.serving.UsageSink;
import dev.wellfield.core.serving.ViewSource;
import dev.wellfield.gateway.journal.Journal;
import dev.wellfield.gateway.journal.Shipper;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running gateway replica: {@code /v1} for callers, with their keys; {@code /healthz} and {@code /readyz} for whoever
 * runs it. Its methods may be called from any thread but an event loop: they wait.
 */
public final class Gateway implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);

    private static final Duration START = Duration.ofSeconds(10);
    private static final Duration DRAIN = Duration.ofSeconds(30);
    /** How long callers get to read what was written, once there is nothing more to write. */
    private static final Duration FLUSH = Duration.ofSeconds(1);

    private static final Duration LAST_SHIPMENT = Duration.ofSeconds(5);
    private static final long PROBE_MILLIS = 1_000;
    private static final long POLL_NANOS = 10_000_000L;
    private static final double[] SYNC_SECONDS = {
        0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5, 1
    };

    private final Vertx vertx;
    private final Plane plane;
    private final List<Loop> loops;
    private final Shipper shipper;
    private final Histogram syncs = new Histogram(SYNC_SECONDS);
    private boolean closed;

    private Gateway(Vertx vertx, Plane plane, List<Loop> loops, Shipper shipper) {
        plane.journal().onSync(nanos -> syncs.observe(nanos / 1e9));
        this.vertx = vertx;
        this.plane = plane;
        this.loops = loops;
        this.shipper = shipper;
    }

    /**
     * Listens once it returns. Requests that were open when this replica last died are settled first. Starts without the
     * database too, if it has a view on its disk.
     *
     * @throws IOException if the data folder can't be used, or is in use
     * @throws IllegalStateException if it can't listen, say because the port is taken
     */
    public static Gateway start(
            GatewaySettings settings, ViewSource views, UsageSink sink, Allowances allowances, InstantSource clock)
            throws IOException {
        Files.createDirectories(
                settings.data(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Journal journal = Journal.open(settings.data().resolve("journal"), settings.journal(), clock);
        Dispatcher dispatcher = new Dispatcher(settings.capacity().queuedPerModel(), settings.timeouts());
        ViewKeeper keeper = new ViewKeeper(
                views,
                new ViewFile(settings.data().resolve("view.json")),
                settings.timeouts().viewAge(),
                dispatcher::update);
        Plane plane = new Plane(
                settings.capacity(),
                settings.timeouts(),
                keeper,
                dispatcher,
                allowances,
                journal,
                new Metrics(),
                new Gate(settings.capacity().requests()),
                new Origins(),
                clock);
        Vertx vertx = Vertx.vertx(new VertxOptions()
                .setEventLoopPoolSize(settings.eventLoops())
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(2)
                .setPreferNativeTransport(true)
                .setFileSystemOptions(
                        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false)));
        keeper.start();
        try {
            List<Loop> loops = listen(vertx, plane, settings);
            return new Gateway(vertx, plane, loops, Shipper.start(journal, sink, clock));
        } catch (IllegalStateException e) {
            keeper.close();
            vertx.close();
            journal.close();
            throw e;
        }
    }

    private static List<Loop> listen(Vertx vertx, Plane plane, GatewaySettings settings) {
        List<Loop> loops = new ArrayList<>();
        AtomicInteger connections = new AtomicInteger();
        int port = settings.port() == 0 ? -1 : settings.port();
        Supplier<Loop> loop = () -> {
            Loop next = new Loop(plane, settings.host(), port, connections);
            loops.add(next);
            return next;
        };
        try {
            vertx.deployVerticle(
                            loop,
                            new DeploymentOptions()
                                    .setInstances(settings.eventLoops())
                                    .setThreadingModel(ThreadingModel.EVENT_LOOP))
                    .await(START.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception e) {
            // Vert.x throws what went wrong as it is, checked or not.
            throw new IllegalStateException(
                    "the gateway can't listen on %s:%d: %s".formatted(settings.host(), settings.port(), e.getMessage()),
                    e);
        }
        Loop first = loops.getFirst();
        first.execute(() -> new Prober(
                        vertx,
                        first.client(),
                        plane.dispatcher(),
                        plane.timeouts().probe())
                .start(PROBE_MILLIS));
        LOG.info("the gateway listens on {}:{}", settings.host(), first.port());
        return List.copyOf(loops);
    }

    /** What its requests share. */
    Plane plane() {
        return plane;
    }

    /**
     * Lets pages of these origins, and of no others, call it from a browser, as the console does.
     *
     * @param origins as browsers say them, e.g. {@code http://127.0.0.1:8470}
     */
    public void allowOrigins(Set<String> origins) {
        plane.origins().allow(origins);
    }

    /** The port it listens on. */
    public int port() {
        return loops.getFirst().port();
    }

    /** Whether this replica has found an engine stuck: it owes answers, and neither says nor counts anything. */
    public boolean isStuck(UUID engine) {
        return plane.dispatcher().groups().values().stream()
                .flatMap(group -> group.engines().stream())
                .anyMatch(it -> it.id().equals(engine) && it.progress().isStuck());
    }

    /** Why it takes no new request for now, in a sentence; empty if it does. */
    public Optional<String> trouble() {
        return plane.journal().problem();
    }

    /** Its metrics in Prometheus' text format. */
    public String metricsText() {
        MetricsText text = new MetricsText();
        plane.metrics().write(text);
        new Gauges(plane, shipper, syncs).write(text);
        return text.toString();
    }

    /**
     * Ends in order: takes no more requests, lets those under way finish for as long as {@code drain}, ends the rest as
     * errors, and brings all records to the database if it is there. What it hasn't got stays in the journal.
     */
    public synchronized void close(Duration drain) {
        if (closed) {
            return;
        }
        closed = true;
        plane.gate().close();
        List<Future<Void>> stopped = loops.stream()
                .map(loop -> loop.stopAccepting(drain.plus(FLUSH)))
                .toList();
        waitForRequests(System.nanoTime() + drain.toNanos());
        await(Future.all(loops.stream().map(Loop::stopRequests).toList()), FLUSH);
        await(Future.all(stopped), FLUSH);
        await(vertx.close(), START);
        plane.views().close();
        plane.journal().seal();
        shipper.close(LAST_SHIPMENT);
        plane.journal().close();
    }

    private void waitForRequests(long deadlineNanos) {
        while (plane.gate().inside() > 0 && System.nanoTime() - deadlineNanos < 0) {
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private static void await(Future<?> future, Duration within) {
        try {
            future.await(within.toMillis(), TimeUnit.MILLISECONDS);
        } catch (Exception e) {
            LOG.debug("the gateway goes on closing", e);
        }
    }

    /** With half a minute for requests under way. */
    @Override
    public void close() {
        close(DRAIN);
    }
}
