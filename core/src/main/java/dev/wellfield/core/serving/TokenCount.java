package dev.wellfield.core.serving;

/**
 * Tokens of one request.
 *
 * @param prompt of the prompt, the cached ones among them
 * @param cached of the prompt, taken from the engine's prefix cache
 * @param completion of all answers
 */
public record TokenCount(long prompt, long cached, long completion) {
    public static final TokenCount ZERO = new TokenCount(0, 0, 0);

    public TokenCount {
        if (prompt < 0 || cached < 0 || completion < 0) {
            throw new IllegalArgumentException(
                    "tokens (" + prompt + ", " + cached + ", " + completion + ") must be at least 0");
        }
    }
}
