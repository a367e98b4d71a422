package dev.wellfield.simulator;

import java.util.Arrays;

/**
 * A tokenized prompt. Equal ids mean an equal answer.
 *
 * @param ids token ids, never changed after construction
 */
record Prompt(int[] ids) {

    static Prompt ofText(String text, int limit) {
        Tokens tokens = new Tokens(limit);
        Tokenizer.encode(text, tokens);
        return new Prompt(tokens.ids());
    }

    int length() {
        return ids.length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Prompt prompt && Arrays.equals(ids, prompt.ids);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(ids);
    }
}
