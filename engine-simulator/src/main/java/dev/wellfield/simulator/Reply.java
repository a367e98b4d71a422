package dev.wellfield.simulator;

import java.util.ArrayList;
import java.util.List;

/**
 * Answers one request from its sequences: passes on what they make, takes them out of the engine when the caller leaves,
 * and ends early where a fault says so. Owned by the event loop.
 */
abstract sealed class Reply implements SequenceListener permits StreamReply, UnaryReply {

    final Exchange exchange;
    final GenerationCall call;
    final AnswerFormat format;
    final Head head;

    private final Scheduler scheduler;
    private final Faults faults;
    private final List<Sequence> sequences = new ArrayList<>();
    private int unfinished;
    private int tokens;
    private boolean over;

    Reply(Exchange exchange, GenerationCall call, AnswerFormat format, Head head, Scheduler scheduler, Faults faults) {
        this.exchange = exchange;
        this.call = call;
        this.format = format;
        this.head = head;
        this.scheduler = scheduler;
        this.faults = faults;
    }

    /** Puts the sequences into the engine. */
    void begin(Pace pace) {
        long now = scheduler.nowNanos();
        for (GenerationCall.Part part : call.parts()) {
            int choices = part.sampling().choices();
            SequenceGroup group = new SequenceGroup(choices);
            for (int i = 0; i < choices; i++) {
                sequences.add(new Sequence(
                        sequences.size(), part.prompt(), part.sampling(), group, Runner.GENERATE, pace, this, now));
            }
        }
        unfinished = sequences.size();
        open();
        scheduler.submit(sequences);
        exchange.onLeave(this::abandon);
    }

    @Override
    public final void advanced(Sequence sequence, Delta delta) {
        if (over) {
            return;
        }
        tokens += delta.tokens();
        if (delta.finish() != null) {
            unfinished--;
        }
        write(sequence, delta, unfinished == 0);
        if (reached(Fault.DIE_AFTER_TOKENS)) {
            abandon();
            exchange.die();
        } else if (reached(Fault.ERROR_AFTER_TOKENS)) {
            failed();
        } else if (reached(Fault.END_AFTER_TOKENS)) {
            abandon();
            cut();
        } else if (unfinished == 0) {
            over = true;
            complete();
        }
    }

    private boolean reached(Fault fault) {
        return faults.has(fault) && tokens >= faults.number(fault).getAsInt();
    }

    @Override
    public final void failed() {
        if (!over) {
            abandon();
            fail(ApiError.engineDied());
        }
    }

    private void abandon() {
        if (!over) {
            over = true;
            abandoned();
            scheduler.abort(sequences);
        }
    }

    final boolean has(Fault fault) {
        return faults.has(fault);
    }

    final Usage usage() {
        int generated = sequences.stream().mapToInt(Sequence::generated).sum();
        return new Usage(call.promptTokens(), generated, sequences.getFirst().cachedTokens());
    }

    /** Before the first sequence starts. */
    abstract void open();

    /** One sequence went on; last tells that with this all are finished. */
    abstract void write(Sequence sequence, Delta delta, boolean last);

    /** All have finished. */
    abstract void complete();

    /** The engine died; the caller is still there. */
    abstract void fail(ApiError error);

    /** The body is to end in order, though not all is said. */
    abstract void cut();

    /** Nothing more will be written by sequences. */
    abstract void abandoned();
}
