package dev.wellfield.gateway.wire;

/**
 * How large what is asked can be at most. No tokenizer makes more tokens of a text than it has UTF-8 bytes, and the body
 * holds every byte of it; what an engine adds is allowed for.
 */
interface PromptSize {
    /** How many there are, each with answers of its own. */
    int prompts();

    /**
     * Tokens of all of them; {@link Long#MAX_VALUE} where bytes don't bound them.
     *
     * @param bodyBytes of the whole body
     * @param toolBytes of those members that templates write out again
     */
    long bound(long bodyBytes, long toolBytes);
}
