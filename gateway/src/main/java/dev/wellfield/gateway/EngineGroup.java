package dev.wellfield.gateway;

import dev.wellfield.core.serving.Endpoint;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The engines of one model and the queue before them: first come, first served, to the least busy. Any thread may call it;
 * its lock is held for moments only.
 */
final class EngineGroup {
    private final int mostWaiting;
    private final Set<Ticket> waiting = new LinkedHashSet<>();
    private List<Engine> engines = List.of();
    private long turn;

    EngineGroup(int mostWaiting) {
        this.mostWaiting = mostWaiting;
    }

    /** Engines that are still there keep what is known of them. */
    synchronized void update(List<Endpoint> endpoints, Timeouts timeouts) {
        List<Engine> next = new ArrayList<>();
        for (Endpoint endpoint : endpoints) {
            next.add(engines.stream()
                    .filter(engine -> engine.endpoint().equals(endpoint))
                    .findFirst()
                    .orElseGet(() -> new Engine(endpoint, timeouts)));
        }
        engines = List.copyOf(next);
        serveWaiting();
    }

    /** @param avoided goes last: it has just failed this request */
    synchronized Assignment place(Executor thread, Consumer<Slot> granted, @Nullable Engine avoided) {
        if (engines.isEmpty()) {
            return new Assignment.NoEngine();
        }
        Engine free = waiting.isEmpty() ? best(avoided) : null;
        if (free != null) {
            return new Assignment.Given(take(free));
        }
        if (waiting.size() >= mostWaiting) {
            return new Assignment.QueueFull(mostWaiting);
        }
        Ticket ticket = new Ticket(this, thread, granted, avoided);
        waiting.add(ticket);
        return new Assignment.Waiting(ticket);
    }

    synchronized void leave(Ticket ticket) {
        waiting.remove(ticket);
    }

    synchronized void release(Engine engine) {
        engine.giveBack();
        serveWaiting();
    }

    /** Serves those who wait as far as there is room now. */
    synchronized void serveWaiting() {
        while (!waiting.isEmpty()) {
            Ticket first = waiting.iterator().next();
            Engine free = best(first.avoided());
            if (free == null) {
                return;
            }
            waiting.remove(first);
            first.grant(take(free));
        }
    }

    private Slot take(Engine engine) {
        engine.take(++turn);
        return new Slot(this, engine);
    }

    private @Nullable Engine best(@Nullable Engine avoided) {
        Engine best = bestBesides(avoided);
        return best == null && avoided != null ? bestBesides(null) : best;
    }

    private @Nullable Engine bestBesides(@Nullable Engine avoided) {
        long now = System.nanoTime();
        Engine best = null;
        for (Engine engine : engines) {
            if (engine != avoided && engine.canTake(now) && (best == null || engine.isBetterThan(best))) {
                best = engine;
            }
        }
        return best;
    }

    /** Whether another engine could take a request at once. */
    synchronized boolean isFreeBesides(Engine engine) {
        return waiting.isEmpty() && bestBesides(engine) != null;
    }

    synchronized List<Engine> engines() {
        return engines;
    }

    /** Whether any engine is well; if not, waiting is for health and not for room. */
    boolean anyReady() {
        return engines().stream().anyMatch(Engine::isReady);
    }

    synchronized int waiting() {
        return waiting.size();
    }

    /**
     * An engine at one moment.
     *
     * @param ready well, and not hanging
     */
    record Status(Endpoint endpoint, boolean ready, int inFlight) {}

    synchronized List<Status> statuses() {
        long now = System.nanoTime();
        return engines.stream()
                .map(engine -> new Status(
                        engine.endpoint(),
                        engine.isReady()
                                && !engine.isHanging(now)
                                && !engine.progress().isStuck(),
                        engine.inFlight()))
                .toList();
    }
}
