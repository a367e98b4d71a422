package dev.wellfield.core.tenancy;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.random.RandomGenerator;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * A password as it is kept: PBKDF2 with HMAC-SHA-256, a salt of its own, and the number of iterations beside it, so that
 * the number can grow with the years. What it takes to compute is what a thief has to pay for each guess.
 */
public record PasswordHash(int iterations, String salt, String hash) {
    /** As OWASP's Password Storage Cheat Sheet asks for PBKDF2-HMAC-SHA-256. */
    public static final int ITERATIONS = 600_000;

    private static final String KIND = "pbkdf2-sha256";
    private static final int SALT_BYTES = 16;
    private static final int HASH_BITS = 256;

    public PasswordHash {
        if (iterations < 1) {
            throw new IllegalArgumentException("iterations (" + iterations + ") must be at least 1");
        }
    }

    /** Of a new password, with today's number of iterations. */
    public static PasswordHash of(String password, RandomGenerator random) {
        return of(password, ITERATIONS, random);
    }

    static PasswordHash of(String password, int iterations, RandomGenerator random) {
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        return new PasswordHash(iterations, encoded(salt), encoded(derive(password, salt, iterations)));
    }

    /**
     * Reads what {@link #text} wrote.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public static PasswordHash parse(String text) {
        String[] parts = text.split("\\$", -1);
        if (parts.length != 4 || !parts[0].equals(KIND)) {
            throw new IllegalArgumentException("this is no password hash of the kind " + KIND);
        }
        return new PasswordHash(Integer.parseInt(parts[1]), parts[2], parts[3]);
    }

    /** {@code pbkdf2-sha256$600000$SALT$HASH}. */
    public String text() {
        return KIND + "$" + iterations + "$" + salt + "$" + hash;
    }

    /** Whether this is the password; takes the same time for every answer. */
    public boolean matches(String password) {
        byte[] given = derive(password, Base64.getDecoder().decode(salt), iterations);
        return MessageDigest.isEqual(given, Base64.getDecoder().decode(hash));
    }

    /** Whether it was made with fewer iterations than are asked for now. */
    public boolean outdated() {
        return iterations < ITERATIONS;
    }

    private static byte[] derive(String password, byte[] salt, int iterations) {
        PBEKeySpec spec = new PBEKeySpec(password.toCharArray(), salt, iterations, HASH_BITS);
        try {
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(spec)
                    .getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java platform has no PBKDF2WithHmacSHA256", e);
        } finally {
            spec.clearPassword();
        }
    }

    private static String encoded(byte[] bytes) {
        return Base64.getEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Never printed. */
    @Override
    public String toString() {
        return "PasswordHash[" + iterations + "]";
    }
}
