package dev.wellfield.gateway;

import dev.wellfield.core.serving.UsageTally;
import dev.wellfield.gateway.wire.AnswerScanner;
import io.vertx.core.buffer.Buffer;

/**
 * Passes on an answer in one piece. It is held back until it is whole and journaled; a very long one is passed on as it
 * comes, but for the last bytes. Owned by one event loop.
 */
final class WholeRelay implements Relay {
    private final Exchange exchange;
    private final UsageTally tally;
    private final int mostHeld;
    private final AnswerScanner scanner = new AnswerScanner();
    private Buffer held = Buffer.buffer();

    WholeRelay(Exchange exchange, UsageTally tally, int mostHeld) {
        this.exchange = exchange;
        this.tally = tally;
        this.mostHeld = mostHeld;
    }

    @Override
    public void data(byte[] bytes) {
        scanner.feed(bytes);
        exchange.began();
        if (held.length() + bytes.length > mostHeld && held.length() > 0) {
            exchange.passOnLong(held);
            held = Buffer.buffer();
        }
        held.appendBytes(bytes);
    }

    @Override
    public void end() {
        scanner.usage().ifPresent(tally::lastWord);
        exchange.completeWhole(held);
    }
}
