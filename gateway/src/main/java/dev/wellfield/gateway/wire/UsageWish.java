package dev.wellfield.gateway.wire;

/** What a caller asked to be told of usage in its stream. */
public enum UsageWish {
    NONE,
    /** One chunk at the end; all others say {@code usage: null}. */
    FINAL,
    /** Every chunk. An extension that vLLM and others know. */
    CONTINUOUS
}
