package dev.wellfield.simulator;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Why an answer ended.
 *
 * @param stop the stop string that ended it, or null
 */
record Finish(Reason reason, @Nullable String stop) {

    /** In vLLM's order and spelling; the last three never move here but have their counters, as in vLLM. */
    enum Reason {
        STOP,
        LENGTH,
        ABORT,
        ERROR,
        REPETITION;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
