package dev.wellfield.core.serving;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/**
 * A secret that is shown once: a readable kind, then 256 random bits. Because it is random and long, a plain SHA-256 is
 * enough to keep it by.
 */
public record Secret(String text) {
    private static final int BYTES = 32;
    private static final int PREFIX_CHARACTERS = 12;

    /** A new secret; {@code kind} is e.g. {@code sk-wf-} for API keys or {@code wft_} for tokens. */
    public static Secret generate(String kind, RandomGenerator random) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return new Secret(kind + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /** SHA-256 of the text, lower-case hex. */
    public String hash() {
        return hash(text);
    }

    /** What may be shown of it later. */
    public String prefix() {
        return text.substring(0, Math.min(PREFIX_CHARACTERS, text.length()));
    }

    /** SHA-256 of a secret that somebody presents, lower-case hex. */
    public static String hash(String presented) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(presented.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Secrets are never printed. */
    @Override
    public String toString() {
        return prefix() + "…";
    }
}
