package dev.wellfield.simulator;

import java.util.List;

/**
 * A checked request for answers.
 *
 * @param parts its prompts, at least one; all ask for equally many answers
 */
record GenerationCall(List<Part> parts, boolean stream, UsageReport report) {

    /** One prompt and what is wanted for it. */
    record Part(Prompt prompt, Sampling sampling) {}

    GenerationCall {
        parts = List.copyOf(parts);
    }

    int choicesPerPrompt() {
        return parts.getFirst().sampling().choices();
    }

    int sequences() {
        return parts.size() * choicesPerPrompt();
    }

    /** The prompt of the choice with this index. */
    Prompt promptOf(int index) {
        return parts.get(index / choicesPerPrompt()).prompt();
    }

    /** Each prompt once, however many answers it gets: what usage says, and not what the counters say. */
    int promptTokens() {
        return parts.stream().mapToInt(part -> part.prompt().length()).sum();
    }
}
