package dev.wellfield.simulator;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** The bearer token that guards /v1. Its text never shows in {@link #toString}. */
public record ApiKey(String secret) {

    public ApiKey {
        if (secret.isBlank()) {
            throw new IllegalArgumentException("--api-key (blank) must have at least one visible character");
        }
    }

    /** Whether an Authorization header carries this key; takes equally long for every wrong one. */
    boolean opens(@Nullable String authorization) {
        if (authorization == null) {
            return false;
        }
        int space = authorization.indexOf(' ');
        if (space < 0 || !authorization.substring(0, space).equalsIgnoreCase("bearer")) {
            return false;
        }
        return MessageDigest.isEqual(bytes(authorization.substring(space + 1)), bytes(secret));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return "ApiKey[hidden]";
    }
}
