package dev.wellfield.core.serving;

/** How a request that had reached an engine ended. */
public enum Outcome {
    /** The engine said its last word. */
    COMPLETED,
    /** The caller left. */
    CLIENT_ABORTED,
    /** The engine failed, refused or went away. */
    UPSTREAM_FAILED,
    /** It took longer than it may. */
    DEADLINE,
    /** The gateway itself died; found in its journal afterwards. */
    GATEWAY_CRASH
}
