package dev.wellfield.simulator;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One answer in the making, or one prompt being embedded: waiting, running, then over. Owned by the {@link Scheduler};
 * times count from the start of the engine, in nanoseconds.
 */
final class Sequence {

    private enum State {
        WAITING,
        RUNNING,
        OVER
    }

    private final int index;
    private final Prompt prompt;
    private final Sampling sampling;
    private final SequenceGroup group;
    private final Runner runner;
    private final Pace pace;
    private final SequenceListener listener;
    private final long arrivedNanos;
    private final Answer answer;
    private final StopText stopText;

    private State state = State.WAITING;
    private long startedNanos;
    private long firstTokenNanos;
    private long lastTokenNanos;
    private long dueNanos = Long.MAX_VALUE;
    private int cachedTokens;
    private int generated;

    Sequence(
            int index,
            Prompt prompt,
            Sampling sampling,
            SequenceGroup group,
            Runner runner,
            Pace pace,
            SequenceListener listener,
            long arrivedNanos) {
        this.index = index;
        this.prompt = prompt;
        this.sampling = sampling;
        this.group = group;
        this.runner = runner;
        this.pace = pace;
        this.listener = listener;
        this.arrivedNanos = arrivedNanos;
        this.answer = new Answer(
                Answer.seed(sampling.seed(), prompt, index % sampling.choices()),
                sampling.minTokens(),
                sampling.ending());
        this.stopText = new StopText(sampling.stops(), sampling.stopIncluded());
    }

    void start(long nowNanos, int cached) {
        state = State.RUNNING;
        startedNanos = nowNanos;
        cachedTokens = cached;
        schedule(nowNanos, pace.firstTokenNanos());
    }

    /** Makes the next token, or the embedding, and ends the sequence if it was the last. */
    Delta step(long nowNanos) {
        if (generated == 0) {
            firstTokenNanos = nowNanos;
        }
        lastTokenNanos = nowNanos;
        if (runner == Runner.POOLING) {
            end();
            return new Delta(0, "", new Finish(Finish.Reason.STOP, null));
        }
        generated++;
        Finish finish = speak();
        if (finish == null) {
            schedule(dueNanos, pace.tokenNanos());
        } else {
            end();
        }
        return new Delta(1, stopText.release(finish != null), finish);
    }

    private @Nullable Finish speak() {
        Optional<String> word = answer.next();
        if (word.isEmpty()) {
            return new Finish(Finish.Reason.STOP, null);
        }
        Optional<String> stop = stopText.append(word.get(), generated > sampling.minTokens());
        if (stop.isPresent()) {
            return new Finish(Finish.Reason.STOP, stop.get());
        }
        return generated == sampling.maxTokens() ? new Finish(Finish.Reason.LENGTH, null) : null;
    }

    private void schedule(long fromNanos, long nanos) {
        dueNanos = generated >= pace.stallsAfterTokens() ? Long.MAX_VALUE : fromNanos + nanos;
    }

    void end() {
        state = State.OVER;
        dueNanos = Long.MAX_VALUE;
    }

    boolean isRunning() {
        return state == State.RUNNING;
    }

    /** When the next token is due; Long.MAX_VALUE is never. */
    long dueNanos() {
        return dueNanos;
    }

    /** Its place among the choices of the request. */
    int index() {
        return index;
    }

    Prompt prompt() {
        return prompt;
    }

    Sampling sampling() {
        return sampling;
    }

    SequenceGroup group() {
        return group;
    }

    Runner runner() {
        return runner;
    }

    SequenceListener listener() {
        return listener;
    }

    int cachedTokens() {
        return cachedTokens;
    }

    /** Tokens made so far, the end token included. */
    int generated() {
        return generated;
    }

    /** Places taken in the KV cache, in tokens. */
    int heldTokens() {
        return prompt.length() + generated;
    }

    double secondsWaited() {
        return seconds(startedNanos - arrivedNanos);
    }

    double secondsToFirstToken() {
        return seconds(firstTokenNanos - arrivedNanos);
    }

    double secondsOfPrefill() {
        return seconds(firstTokenNanos - startedNanos);
    }

    double secondsOfDecode() {
        return seconds(lastTokenNanos - firstTokenNanos);
    }

    double secondsInAll() {
        return seconds(lastTokenNanos - arrivedNanos);
    }

    double secondsSinceLastToken(long nowNanos) {
        return seconds(nowNanos - lastTokenNanos);
    }

    private static double seconds(long nanos) {
        return nanos / 1e9;
    }
}
