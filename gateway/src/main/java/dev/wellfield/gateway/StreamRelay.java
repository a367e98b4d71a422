package dev.wellfield.gateway;

import dev.wellfield.core.serving.EngineCount;
import dev.wellfield.core.serving.TokenCount;
import dev.wellfield.core.serving.UsageTally;
import dev.wellfield.gateway.wire.AnswerStream;
import dev.wellfield.gateway.wire.UsageWish;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/** Passes a stream on, piece by piece, and its end once that is journaled. Owned by one event loop. */
final class StreamRelay implements Relay, AnswerStream.Listener {
    private static final Buffer DONE = Buffer.buffer("data: [DONE]\n\n");

    private final Exchange exchange;
    private final UsageTally tally;
    private final AnswerStream stream;
    private final int answers;
    private int finished;
    private boolean heardUsage;
    private boolean over;

    StreamRelay(Exchange exchange, UsageTally tally, int answers, UsageWish wish, int mostEventBytes) {
        this.exchange = exchange;
        this.tally = tally;
        this.answers = answers;
        this.stream = new AnswerStream(mostEventBytes, wish, this);
    }

    @Override
    public void data(Buffer bytes) {
        stream.feed(bytes.getBytes());
        flush();
    }

    private void flush() {
        if (!over && stream.hasOutput()) {
            exchange.passOn(Buffer.buffer(stream.takeOutput()));
        }
    }

    @Override
    public void end() {
        stream.end();
        flush();
        if (over) {
            return;
        }
        // Some engines end without a [DONE]. Those that are cut off end without more than that.
        if (finished >= answers || heardUsage) {
            done();
        } else {
            failed("Its stream ended before the answer did.");
        }
    }

    @Override
    public void piece(int choice, boolean hasText, @Nullable String finishReason, @Nullable TokenCount soFar) {
        if (hasText) {
            tally.piece();
        }
        if (soFar != null) {
            tally.running(choice, soFar, finishReason != null);
        }
        exchange.began();
        if (finishReason != null) {
            finished++;
            if (finishReason.equals("abort") || finishReason.equals("error")) {
                failed("It gave the answer up (finish_reason '%s').".formatted(finishReason));
            }
        }
    }

    @Override
    public void usage(TokenCount total) {
        heardUsage = true;
        tally.lastWord(total);
    }

    @Override
    public void failed(String message) {
        flush();
        if (!over) {
            over = true;
            exchange.engineFailed(message);
        }
    }

    private Buffer last() {
        byte[] usage =
                tally.count() instanceof EngineCount.Final(TokenCount total) ? stream.usageEvent(total) : new byte[0];
        return usage.length == 0 ? DONE : Buffer.buffer(usage).appendBuffer(DONE);
    }

    @Override
    public void done() {
        flush();
        if (!over) {
            over = true;
            tally.ended();
            exchange.complete(last());
        }
    }
}
