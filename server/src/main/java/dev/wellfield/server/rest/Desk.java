package dev.wellfield.server.rest;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What all exchanges share. Any thread may use it. */
final class Desk {
    private final RestLimits limits;
    private final Gate gate;
    private final Validation validation;
    private final Map<String, OperationHandler> handlers;
    private final InFlight inFlight;
    private final Incidents incidents = new Incidents();
    private final Set<Exchange> running = ConcurrentHashMap.newKeySet();
    private volatile boolean draining;

    Desk(RestLimits limits, Gate gate, Validation validation, Map<String, OperationHandler> handlers) {
        this.limits = limits;
        this.gate = gate;
        this.validation = validation;
        this.handlers = Map.copyOf(handlers);
        this.inFlight = new InFlight(limits);
    }

    RestLimits limits() {
        return limits;
    }

    Gate gate() {
        return gate;
    }

    Validation validation() {
        return validation;
    }

    InFlight inFlight() {
        return inFlight;
    }

    Incidents incidents() {
        return incidents;
    }

    OperationHandler handler(Operation operation) {
        return Objects.requireNonNull(handlers.get(operation.id()));
    }

    /** Counts the exchange and starts it. */
    void begin(Exchange exchange) {
        running.add(exchange);
        exchange.start();
    }

    void ended(Exchange exchange) {
        running.remove(exchange);
        if (draining) {
            synchronized (running) {
                running.notifyAll();
            }
        }
    }

    boolean draining() {
        return draining;
    }

    /** From now on event streams end and new requests are refused. */
    void drain() {
        draining = true;
        running.forEach(Exchange::drain);
    }

    void interruptAll() {
        running.forEach(Exchange::interrupt);
    }

    boolean idle() {
        return running.isEmpty();
    }

    /** Waits until nothing runs, at most {@code millis}. */
    void awaitIdle(long millis) throws InterruptedException {
        long end = System.nanoTime() + millis * 1_000_000;
        synchronized (running) {
            while (!running.isEmpty()) {
                long left = (end - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    return;
                }
                running.wait(left);
            }
        }
    }
}
