package dev.wellfield.simulator;

import io.vertx.core.Context;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs sequences on the event loop, which alone may call it. At most maxNumSeqs run at once, others wait in the order
 * they came. In each step every running sequence that is due makes one token; a late step is caught up, so the rate
 * holds over time even though timers are no finer than a millisecond.
 */
final class Scheduler implements Load {

    /** Steps in one turn before the event loop gets to serve others. */
    private static final int STEPS_PER_TURN = 16;

    private static final int CACHED_BLOCKS = 65_536;

    private final Context context;
    private final LongSupplier nanoTime;
    private final int maxRunning;
    private final int maxInFlight;
    private final long capacityTokens;
    private final @Nullable PrefixCache prefixCache;
    private final EngineCounters counters;
    private final Set<Sequence> waiting = new LinkedHashSet<>();
    private final Set<Sequence> running = new LinkedHashSet<>();

    private long timer = -1;
    private long timerNanos = Long.MAX_VALUE;
    private boolean inTurn;

    Scheduler(Context context, LongSupplier nanoTime, SimulatorOptions options) {
        this.context = context;
        this.nanoTime = nanoTime;
        this.maxRunning = options.maxNumSeqs();
        this.maxInFlight = options.maxNumQueuedReqs();
        this.capacityTokens = Load.capacityTokens(options);
        this.prefixCache = options.enablePrefixCaching() ? new PrefixCache(CACHED_BLOCKS) : null;
        this.counters = new EngineCounters(options, this);
    }

    EngineCounters counters() {
        return counters;
    }

    long nowNanos() {
        return nanoTime.getAsLong();
    }

    /** Whether so many more sequences may come in; a refusal is counted. */
    boolean admits(long sequences) {
        boolean room = waiting.size() + running.size() + sequences <= maxInFlight;
        if (!room) {
            counters.rejected();
        }
        return room;
    }

    void submit(List<Sequence> sequences) {
        waiting.addAll(sequences);
        settle();
    }

    /** Takes sequences out, wherever they are; those that are over already are left alone. */
    void abort(List<Sequence> sequences) {
        for (Sequence sequence : sequences) {
            if (waiting.remove(sequence) || running.remove(sequence)) {
                sequence.end();
            }
        }
        settle();
    }

    /** The engine dies: everything in it fails. */
    void fail() {
        Set<SequenceListener> listeners = new LinkedHashSet<>();
        for (Set<Sequence> held : List.of(running, waiting)) {
            held.forEach(Sequence::end);
            held.forEach(sequence -> listeners.add(sequence.listener()));
            held.clear();
        }
        listeners.forEach(SequenceListener::failed);
        settle();
    }

    @Override
    public int running() {
        return running.size();
    }

    @Override
    public int waiting() {
        return waiting.size();
    }

    @Override
    public double cacheUse() {
        return running.stream().mapToLong(Sequence::heldTokens).sum() / (double) capacityTokens;
    }

    boolean isIdle() {
        return waiting.isEmpty() && running.isEmpty();
    }

    /** Fills free places in the batch and sees to it that the next token comes in time. Makes no token itself. */
    private void settle() {
        long now = nowNanos();
        while (running.size() < maxRunning && !waiting.isEmpty()) {
            Sequence next = waiting.iterator().next();
            waiting.remove(next);
            running.add(next);
            next.start(now, lookUp(next));
        }
        if (!inTurn) {
            wake(now);
        }
    }

    private int lookUp(Sequence sequence) {
        if (prefixCache == null) {
            return 0;
        }
        int hits = prefixCache.hits(sequence.prompt(), sequence.sampling().cacheSalt());
        counters.lookedUp(sequence.prompt(), hits);
        return hits;
    }

    private void wake(long now) {
        long due = Long.MAX_VALUE;
        for (Sequence sequence : running) {
            due = Math.min(due, sequence.dueNanos());
        }
        if (due == timerNanos) {
            return;
        }
        timerNanos = due;
        context.owner().cancelTimer(timer);
        if (due <= now) {
            context.runOnContext(v -> turn());
        } else if (due != Long.MAX_VALUE) {
            timer = context.owner().setTimer(Math.ceilDiv(due - now, 1_000_000L), id -> turn());
        }
    }

    /** Some steps, then a look at when to go on. A turn too many does no harm. */
    private void turn() {
        context.owner().cancelTimer(timer);
        inTurn = true;
        try {
            for (int i = 0; i < STEPS_PER_TURN && step(); i++) {
                settle();
            }
        } finally {
            // Whatever a listener throws, the others go on.
            inTurn = false;
            timerNanos = Long.MAX_VALUE;
            wake(nowNanos());
        }
    }

    /** One engine step: a token for everyone who is due. Says whether anyone was. */
    private boolean step() {
        long now = nowNanos();
        int computed = 0;
        boolean any = false;
        for (Sequence sequence : List.copyOf(running)) {
            // An earlier one's listener may have aborted this one.
            if (sequence.isRunning() && sequence.dueNanos() <= now) {
                any = true;
                computed += advance(sequence, now);
            }
        }
        if (any) {
            counters.stepped(computed);
        }
        return any;
    }

    private int advance(Sequence sequence, long now) {
        boolean first = sequence.generated() == 0;
        double since = sequence.secondsSinceLastToken(now);
        Delta delta = sequence.step(now);
        if (first) {
            counters.prefilled(sequence);
            if (prefixCache != null) {
                prefixCache.keep(sequence.prompt(), sequence.sampling().cacheSalt());
            }
        } else {
            counters.between(since);
        }
        if (delta.tokens() > 0) {
            counters.generated();
        }
        if (delta.finish() != null) {
            running.remove(sequence);
            counters.finished(sequence, delta.finish().reason());
        }
        sequence.listener().advanced(sequence, delta);
        return delta.tokens() + (first ? sequence.prompt().length() - sequence.cachedTokens() : 0);
    }
}
