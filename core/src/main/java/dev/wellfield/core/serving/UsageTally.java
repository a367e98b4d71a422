package dev.wellfield.core.serving;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Adds up what an engine says about tokens while it answers one request. Owned by the thread that relays the answer.
 * Engines count each choice by itself while they run, and all together at the end.
 */
public final class UsageTally {
    private static final long UNHEARD = -1;

    /** Tokens of each choice, or {@link #UNHEARD}. */
    private final long[] completions;

    /** Tokens of each prompt whose answer has begun. */
    private final long[] prompts;

    private final long[] cached;
    private final int choices;
    private long pieces;
    private boolean running;
    private @Nullable TokenCount lastWord;
    private @Nullable TokenCount candidate;

    /**
     * @param prompts how many there are
     * @param choices how many answers were asked for to each: choices are numbered prompt by prompt
     */
    public UsageTally(int prompts, int choices) {
        this.prompts = new long[prompts];
        this.cached = new long[prompts];
        this.choices = choices;
        completions = new long[prompts * choices];
        Arrays.fill(completions, UNHEARD);
    }

    /** A piece of an answer was passed on that has something in it. */
    public void piece() {
        pieces++;
    }

    /**
     * The engine says how far one choice is.
     *
     * @param index of the choice; beyond what was asked for it is ignored
     * @param soFar its completion is that choice's alone, its prompt the one that it answers
     * @param finished this is the choice's last piece
     */
    public void running(int index, TokenCount soFar, boolean finished) {
        if (index < 0 || index >= completions.length) {
            return;
        }
        candidate = finished ? lastOf(index, soFar) : null;
        running = true;
        int prompt = index / choices;
        prompts[prompt] = Math.max(prompts[prompt], soFar.prompt());
        cached[prompt] = Math.max(cached[prompt], soFar.cached());
        completions[index] = Math.max(completions[index], soFar.completion());
    }

    /**
     * Some engines put the total on the last piece instead of a chunk of its own. It is one if it holds all that the
     * other choices had, and this one's earlier tokens too.
     */
    private TokenCount lastOf(int index, TokenCount said) {
        long before = Math.max(0, completions[index]);
        long others = completion() - before;
        long total = said.completion() >= others + before ? said.completion() : others + said.completion();
        int prompt = index / choices;
        long otherPrompts = sum(prompts) - prompts[prompt];
        boolean ofAll = said.prompt() >= otherPrompts + prompts[prompt];
        return new TokenCount(
                ofAll ? said.prompt() : otherPrompts + said.prompt(),
                ofAll ? said.cached() : sum(cached) - cached[prompt] + said.cached(),
                total);
    }

    /** The engine says its last word. If it does so again, the later one holds. */
    public void lastWord(TokenCount tokens) {
        lastWord = tokens;
    }

    /** The engine ended in order. If it gave no total, what it said on the last piece of the last choice is one. */
    public void ended() {
        if (lastWord == null && candidate != null && Arrays.stream(completions).allMatch(count -> count >= 0)) {
            lastWord = candidate;
        }
    }

    /** The best that is known now. */
    public EngineCount count() {
        if (lastWord != null) {
            return new EngineCount.Final(lastWord);
        }
        return running
                ? new EngineCount.Running(new TokenCount(sum(prompts), sum(cached), completion()))
                : new EngineCount.Pieces(pieces);
    }

    private long completion() {
        return sum(completions);
    }

    private static long sum(long[] counts) {
        long sum = 0;
        for (long count : counts) {
            sum += Math.max(0, count);
        }
        return sum;
    }
}
