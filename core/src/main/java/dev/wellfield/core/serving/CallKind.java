package dev.wellfield.core.serving;

import java.util.Set;

/** What a caller asks of a model. */
public enum CallKind {
    /** The next message of a conversation. */
    CHAT,
    /** How a text goes on. */
    COMPLETIONS,
    /** Texts as vectors. */
    EMBEDDINGS;

    /** What a model can do unless it says otherwise. */
    public static final Set<CallKind> GENERATING = Set.of(CHAT, COMPLETIONS);

    /** What a key must be allowed for it. */
    public KeyScope scope() {
        return switch (this) {
            case CHAT -> KeyScope.CHAT;
            case COMPLETIONS -> KeyScope.COMPLETIONS;
            case EMBEDDINGS -> KeyScope.EMBEDDINGS;
        };
    }
}
