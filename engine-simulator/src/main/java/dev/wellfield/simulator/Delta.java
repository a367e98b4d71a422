package dev.wellfield.simulator;

import org.jspecify.annotations.Nullable;

/**
 * What one step added to an answer. A token may add no text: the end token, or text held back for a stop string.
 *
 * @param finish why the answer ends with it, or null where it goes on
 */
record Delta(int tokens, String text, @Nullable Finish finish) {}
