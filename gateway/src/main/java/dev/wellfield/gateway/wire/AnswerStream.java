package dev.wellfield.gateway.wire;

import dev.wellfield.core.serving.TokenCount;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A streamed answer as it passes by: tells the listener what is in it and turns it into what the caller asked for. An engine
 * is always asked for more usage than callers are; what they didn't ask for is cut out, the rest passes byte by byte.
 * Owned by one event loop.
 */
public final class AnswerStream {
    private static final byte[] DATA = ascii("data: ");
    private static final byte[] END = ascii("\n\n");
    private static final byte[] NO_USAGE = ascii("null");
    private static final byte[] NO_USAGE_MEMBER = ascii(",\"usage\":null");
    private static final byte[] KEEPALIVE = ascii(": keepalive\n\n");
    private static final byte[] DONE = ascii("[DONE]");

    private final EventParser parser;
    private final UsageWish wish;
    private final Listener listener;
    private final ByteRun out = new ByteRun();
    private boolean over;
    /** The first event that belongs to an answer: its head is everybody's. Kept where a last one may have to be made. */
    private byte @Nullable [] first;

    private boolean toldUsage;

    /** Is told what passes by. After {@link #failed} or {@link #done} nothing more comes. */
    public interface Listener {
        /**
         * A piece of an answer.
         *
         * @param hasText something of the answer is in it
         * @param finishReason null if the choice goes on
         * @param soFar tokens so far, the completion's of this choice alone; null if the engine didn't say
         */
        void piece(int choice, boolean hasText, @Nullable String finishReason, @Nullable TokenCount soFar);

        /** The engine's last word on the whole request. */
        void usage(TokenCount total);

        /** The engine reports in its stream that it failed. */
        void failed(String message);

        /** The engine says that this was all. */
        void done();
    }

    /** @param mostBytes of one event */
    public AnswerStream(int mostBytes, UsageWish wish, Listener listener) {
        this.wish = wish;
        this.listener = listener;
        this.parser = new EventParser(mostBytes, new EventParser.Listener() {
            @Override
            public void event(@Nullable String name, byte[] data, int length) {
                if (!over) {
                    AnswerStream.this.event(name, data, length);
                }
            }

            @Override
            public void comment() {
                if (!over) {
                    out.add(KEEPALIVE);
                }
            }
        });
    }

    /** The next bytes from the engine. */
    public void feed(byte[] bytes) {
        if (!over && !parser.feed(bytes)) {
            fail("The engine sent an event that is too large.");
        }
    }

    /** The engine's answer has ended. */
    public void end() {
        if (!over) {
            parser.end();
        }
    }

    /** Whether there is something for the caller. */
    public boolean hasOutput() {
        return !out.isEmpty();
    }

    /** What goes to the caller now. */
    public byte[] takeOutput() {
        byte[] bytes = out.copy();
        out.clear();
        return bytes;
    }

    /**
     * The event that tells a caller who asked for it the usage of all, where the engine said it on another: llama.cpp puts it
     * on the last piece of a completion.
     *
     * @return empty if the caller has it, or doesn't want it
     */
    public byte[] usageEvent(TokenCount total) {
        if (wish == UsageWish.NONE || toldUsage || first == null) {
            return new byte[0];
        }
        ByteRun event = new ByteRun();
        event.add(DATA);
        event.add(UsageEvent.of(first, total));
        event.add(END);
        return event.copy();
    }

    private void event(@Nullable String name, byte[] data, int length) {
        if (isDone(data, length)) {
            over = true;
            listener.done();
            return;
        }
        Optional<Chunk> read = ChunkReader.read(data, length);
        if (read.isEmpty()) {
            fail("The engine sent an event that is no JSON object.");
            return;
        }
        Chunk chunk = read.get();
        if (chunk.error() != null || "error".equals(name)) {
            fail(chunk.error() == null ? "" : chunk.error());
            return;
        }
        tell(chunk);
        if (chunk.hasChoices() || wish != UsageWish.NONE || chunk.usage() == null) {
            write(chunk, data, length);
            remember(chunk, data, length);
        }
    }

    private void remember(Chunk chunk, byte[] data, int length) {
        if (chunk.hasChoices()) {
            if (first == null && wish != UsageWish.NONE) {
                first = Arrays.copyOf(data, length);
            }
        } else if (chunk.usage() != null) {
            toldUsage = true;
        }
    }

    private static boolean isDone(byte[] data, int length) {
        if (length < DONE.length) {
            return false;
        }
        for (int i = 0; i < DONE.length; i++) {
            if (data[i] != DONE[i]) {
                return false;
            }
        }
        return true;
    }

    private void fail(String message) {
        over = true;
        listener.failed(message);
    }

    private void tell(Chunk chunk) {
        if (chunk.hasChoices()) {
            TokenCount soFar = chunk.usage() == null ? chunk.timings() : chunk.usage();
            listener.piece(chunk.index(), chunk.hasText(), chunk.finishReason(), soFar);
        } else if (chunk.usage() != null) {
            listener.usage(chunk.usage());
        }
    }

    private void write(Chunk chunk, byte[] data, int length) {
        out.add(DATA);
        boolean keepsUsage = !chunk.hasChoices() || wish == UsageWish.CONTINUOUS;
        Span usage = keepsUsage ? null : wish == UsageWish.NONE ? chunk.usageAt() : chunk.usageValueAt();
        boolean saysNull = wish == UsageWish.FINAL && chunk.hasChoices();
        int at = 0;
        for (Span cut : Span.inOrder(usage, chunk.timingsAt())) {
            out.add(data, at, cut.from());
            at = cut.to();
            if (saysNull && cut.equals(usage)) {
                out.add(NO_USAGE);
            }
        }
        if (saysNull && usage == null) {
            out.add(data, at, chunk.end());
            out.add(NO_USAGE_MEMBER);
            at = chunk.end();
        }
        out.add(data, at, length);
        out.add(END);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
