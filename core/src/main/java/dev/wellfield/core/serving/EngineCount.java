package dev.wellfield.core.serving;

/** What is known of a request's tokens when it ends, the best first. */
public sealed interface EngineCount {
    /** The engine's last word. It is right even where it says 0. */
    record Final(TokenCount tokens) implements EngineCount {}

    /** What the engine had said when the answer broke off: true at that moment, and the least that it made. */
    record Running(TokenCount tokens) implements EngineCount {}

    /**
     * The engine never said. Each piece of an answer that was passed on holds a token at least; nothing is known of the
     * prompt.
     */
    record Pieces(long count) implements EngineCount {}

    default TokenCount tokens() {
        return switch (this) {
            case Final(TokenCount tokens) -> tokens;
            case Running(TokenCount tokens) -> tokens;
            case Pieces(long count) -> new TokenCount(0, 0, count);
        };
    }

    default boolean isFinal() {
        return this instanceof Final;
    }
}
