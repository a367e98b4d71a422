package dev.wellfield.simulator;

import org.jspecify.annotations.Nullable;

/** What an answer has gained since its reader last got a chunk: usually one token, more if the reader is behind. */
final class Backlog {

    private final StringBuilder text = new StringBuilder();
    private int tokens;
    private @Nullable Finish finish;

    void add(Delta delta) {
        tokens += delta.tokens();
        text.append(delta.text());
        finish = delta.finish();
    }

    /** All of it as one step. */
    Delta whole() {
        return new Delta(tokens, text.toString(), finish);
    }
}
