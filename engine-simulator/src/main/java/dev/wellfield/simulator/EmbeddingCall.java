package dev.wellfield.simulator;

import java.util.List;

/**
 * A checked request for embeddings.
 *
 * @param base64 vectors as base64 of little-endian floats instead of lists of numbers
 */
record EmbeddingCall(List<Prompt> prompts, boolean base64) {

    EmbeddingCall {
        prompts = List.copyOf(prompts);
    }
}
