package dev.wellfield.server.watch;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs what is sent to webhooks, as Standard Webhooks (standardwebhooks.com) say, for which receivers have libraries. */
public final class Signature {
    private static final String KIND = "whsec_";
    private static final String ALGORITHM = "HmacSHA256";
    private static final int BYTES = 32;

    private Signature() {}

    /** A secret of a new webhook: its kind, then 256 random bits in Base64. */
    public static String newSecret(RandomGenerator random) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return KIND + Base64.getEncoder().encodeToString(bytes);
    }

    /** The value of the header {@code webhook-signature}. */
    static String of(String secret, String delivery, Instant sentAt, String body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring(KIND.length())), ALGORITHM));
            String signed = delivery + "." + sentAt.getEpochSecond() + "." + body;
            return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }
}
