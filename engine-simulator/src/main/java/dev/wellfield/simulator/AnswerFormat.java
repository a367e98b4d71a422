package dev.wellfield.simulator;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** How an endpoint writes answers: the same keys in the same order as vLLM. */
sealed interface AnswerFormat permits ChatFormat, CompletionFormat {

    String idPrefix();

    /** A chunk that opens a choice before its first token, where the endpoint has one. */
    Optional<ObjectNode> opening(Head head, int index, @Nullable Usage usage);

    ObjectNode chunk(Head head, int index, String text, @Nullable Finish finish);

    /** Usage so far, as a chunk with choices carries it. */
    ObjectNode continuousUsage(Usage usage);

    /** The chunk without choices that tells the usage of the whole request. */
    ObjectNode usageChunk(Head head, Usage usage, boolean details);

    ObjectNode answer(Head head, List<Choice> choices, Usage usage, boolean details);

    /** A complete answer. */
    record Choice(int index, String text, Finish finish) {}
}
