package dev.wellfield.simulator;

/** What the engine does with a prompt. As in vLLM, one process does one of them and answers 404 to the other's paths. */
public enum Runner {
    /** Chat and text completions. */
    GENERATE,
    /** Embeddings. */
    POOLING
}
