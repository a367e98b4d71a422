package dev.wellfield.core.serving;

import java.util.Locale;

/** What a key may be used for. */
public enum KeyScope {
    CHAT,
    COMPLETIONS,
    EMBEDDINGS,
    /** Asking which models there are. */
    MODELS;

    /** As people and programs write it. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The scope of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static KeyScope of(String wireName) {
        return valueOf(wireName.toUpperCase(Locale.ROOT));
    }
}
