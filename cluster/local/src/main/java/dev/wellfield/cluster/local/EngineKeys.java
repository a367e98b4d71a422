package dev.wellfield.cluster.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The key that each engine asks of whoever calls it, so that other workloads of this machine can't use it past the gateway.
 * It follows from a secret of the installation and the allocation, so that a repeated start gives the same. Immutable.
 */
final class EngineKeys {
    private static final int SECRET_BYTES = 32;
    private static final String ALGORITHM = "HmacSHA256";

    private final byte[] secret;

    EngineKeys(Path folder) {
        this.secret = secret(LocalCluster.privateFolder(folder).resolve("secret"));
    }

    private static byte[] secret(Path file) {
        try {
            if (!Files.exists(file)) {
                byte[] drawn = new byte[SECRET_BYTES];
                new SecureRandom().nextBytes(drawn);
                Path draft = file.resolveSibling("secret.tmp");
                Files.write(draft, drawn);
                TenantFolders.mode(draft, "rw-------");
                Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
            }
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException("the secret of the engines' keys (" + file + ") can't be kept", e);
        }
    }

    String of(UUID allocationId) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            byte[] key = mac.doFinal(allocationId.toString().getBytes(StandardCharsets.US_ASCII));
            return "wfe_" + Base64.getUrlEncoder().withoutPadding().encodeToString(key);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}
