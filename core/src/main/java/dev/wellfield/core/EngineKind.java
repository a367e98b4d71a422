package dev.wellfield.core;

/** Which inference server a workload runs, and with it how its counters are to be read. */
public enum EngineKind {
    VLLM,
    LLAMA_CPP,
    /** Our stand-in, which counts as vLLM does. Always marked as simulated. */
    SIMULATOR,
    /** Anything that serves the OpenAI API; its counters aren't known, so its tokens can't be reconciled. */
    OTHER
}
