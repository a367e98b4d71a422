package dev.wellfield.simulator;

import java.util.Arrays;
import java.util.stream.IntStream;

/** A tokenized prompt. Equal tokens mean an equal answer. */
final class Prompt {

    private final int[] ids;

    Prompt(Tokens tokens) {
        this.ids = tokens.ids();
    }

    static Prompt ofText(String text, int limit) {
        Tokens tokens = new Tokens(limit);
        Tokenizer.encode(text, tokens);
        return new Prompt(tokens);
    }

    int length() {
        return ids.length;
    }

    int id(int at) {
        return ids[at];
    }

    IntStream ids() {
        return Arrays.stream(ids);
    }

    /** The same for equal tokens, today and tomorrow. */
    long fingerprint() {
        return Arrays.hashCode(ids);
    }
}
