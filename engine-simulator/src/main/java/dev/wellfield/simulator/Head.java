package dev.wellfield.simulator;

/**
 * What every answer and chunk begins with.
 *
 * @param createdSeconds since 1970
 */
record Head(String id, long createdSeconds, String model) {

    /** Stands where vLLM puts a hash of its configuration. */
    static final String FINGERPRINT = "vllm-0.32.0-simulated";
}
