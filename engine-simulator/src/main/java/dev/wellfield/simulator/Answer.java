package dev.wellfield.simulator;

import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The words of one answer, one token each, the same for the same seed. Every word is one piece of {@link Tokenizer}, so
 * tokenizing the answer gives back the number of its tokens (less the end token, which has no text).
 */
final class Answer {

    private static final String[] WORDS = {
        "the", "field", "water", "well", "shared", "common", "grain", "harvest", "river", "stone", "plot", "family",
        "measure", "balance", "season", "market", "bridge", "lantern", "garden", "window", "morning", "evening",
        "north", "south", "west", "east", "quiet", "steady", "bright", "gentle", "between", "beyond", "carries",
        "gathers", "keeps", "divides", "returns", "waits", "grows", "flows", "and", "with", "under", "over", "slowly",
        "evenly", "again", "always", "eight", "nine", "center", "border", "path", "gate", "rain", "wind", "seed",
        "root", "leaf", "wheel", "work", "rest", "fair", "whole"
    };

    /** Answers that end by themselves have 16 to 128 words. */
    private static final int SHORTEST = 16;

    private static final int LENGTHS = 113;

    private final SplittableRandom random;
    private final int words;
    private int spoken;

    /**
     * @param fewest the answer doesn't end before so many tokens (min_tokens)
     */
    Answer(long seed, int fewest, Ending ending) {
        this.random = new SplittableRandom(seed);
        int natural = SHORTEST + random.nextInt(LENGTHS);
        this.words = switch (ending) {
            case NATURAL -> Math.max(fewest, natural);
            case AT_ONCE -> fewest;
            case NEVER -> Integer.MAX_VALUE;
        };
    }

    /** When an answer ends by itself. */
    enum Ending {
        NATURAL,
        /** The end token is favoured above all others: right after min_tokens. */
        AT_ONCE,
        /** ignore_eos: only max_tokens or a stop string ends it. */
        NEVER
    }

    static long seed(long requested, Prompt prompt, int index) {
        long mixed = requested * 0x9E3779B97F4A7C15L + prompt.fingerprint();
        return mixed * 0xBF58476D1CE4E5B9L + index;
    }

    /** The text of the next token; empty is the end token. */
    Optional<String> next() {
        if (spoken == words) {
            return Optional.empty();
        }
        String word = WORDS[random.nextInt(WORDS.length)];
        return Optional.of(spoken++ == 0 ? word : " " + word);
    }
}
