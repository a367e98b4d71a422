package dev.wellfield.cli.client;

import java.security.GeneralSecurityException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/**
 * A TLS context that trusts nobody, for clients that speak plain HTTP. The JDK's client builds a context in any case, and
 * the default one reads all the certificates of the world first: a quarter of the start-up time of a short command.
 */
final class NoTls {
    private NoTls() {}

    static SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[0], new TrustManager[0], null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java runtime has no TLS", e);
        }
    }
}
