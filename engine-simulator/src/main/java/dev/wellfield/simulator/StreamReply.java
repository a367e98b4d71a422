package dev.wellfield.simulator;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * An answer as it comes. A reader that falls behind gets several tokens in one chunk, so what waits for it is bounded by
 * the answers' text.
 */
final class StreamReply extends Reply {

    private final EventStream stream;
    private final boolean details;
    private final Map<Integer, Backlog> behind = new TreeMap<>();
    private final int[] relayed;
    private boolean opened;

    StreamReply(
            Exchange exchange,
            GenerationCall call,
            AnswerFormat format,
            Head head,
            Scheduler scheduler,
            Faults faults,
            EventStream stream,
            boolean details) {
        super(exchange, call, format, head, scheduler, faults);
        this.stream = stream;
        this.details = details;
        this.relayed = new int[call.sequences()];
    }

    @Override
    void open() {
        stream.open();
        stream.onDrain(this::catchUp);
    }

    @Override
    void write(Sequence sequence, Delta delta, boolean last) {
        openChoices();
        behind.computeIfAbsent(sequence.index(), i -> new Backlog()).add(delta);
        if (last || !stream.isFull()) {
            flush(last);
        }
    }

    private void openChoices() {
        if (opened) {
            return;
        }
        opened = true;
        for (int i = 0; i < relayed.length; i++) {
            format.opening(head, i, continuous(i)).ifPresent(stream::event);
        }
    }

    private void catchUp() {
        if (!stream.isFull()) {
            flush(false);
        }
    }

    private void flush(boolean last) {
        int left = behind.size();
        for (Map.Entry<Integer, Backlog> entry : behind.entrySet()) {
            chunk(entry.getKey(), entry.getValue().whole(), last && --left == 0);
        }
        behind.clear();
    }

    private void chunk(int index, Delta delta, boolean last) {
        relayed[index] += delta.tokens();
        ObjectNode chunk = format.chunk(head, index, delta.text(), delta.finish());
        Usage soFar = continuous(index);
        if (last && carriesFinalUsage()) {
            chunk.set("usage", usage().json());
        } else if (soFar != null) {
            chunk.set("usage", format.continuousUsage(soFar));
        } else if (delta.finish() != null && call.report() == UsageReport.NONE) {
            chunk.put("system_fingerprint", Head.FINGERPRINT);
        }
        stream.event(chunk);
    }

    private @Nullable Usage continuous(int index) {
        return call.report() == UsageReport.CONTINUOUS
                ? new Usage(call.promptOf(index).length(), relayed[index], 0)
                : null;
    }

    private boolean carriesFinalUsage() {
        return has(Fault.USAGE_ON_CHOICES) && call.report() != UsageReport.NONE;
    }

    @Override
    void complete() {
        if (call.report() != UsageReport.NONE && !carriesFinalUsage()) {
            stream.event(format.usageChunk(head, usage(), details));
        }
        if (!has(Fault.NO_DONE)) {
            stream.done();
        }
        stream.end();
    }

    @Override
    void fail(ApiError error) {
        flush(false);
        stream.error(error);
        if (!has(Fault.NO_DONE)) {
            stream.done();
        }
        stream.end();
    }

    @Override
    void cut() {
        flush(false);
        stream.end();
    }

    @Override
    void abandoned() {
        stream.close();
    }
}
