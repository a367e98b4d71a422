package dev.wellfield.simulator;

/** The sequences of one prompt. vLLM counts some things once for all of them, when the last has finished. */
final class SequenceGroup {

    private final int choices;
    private int unfinished;
    private int longest;

    SequenceGroup(int choices) {
        this.choices = choices;
        this.unfinished = choices;
    }

    int choices() {
        return choices;
    }

    /** The tokens of the longest answer so far. */
    int longest() {
        return longest;
    }

    /** Notes one finished answer and says whether it was the last. */
    boolean finish(int generated) {
        longest = Math.max(longest, generated);
        return --unfinished == 0;
    }
}
