package dev.wellfield.cli;

import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.Violation;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;

/** Addresses of servers: a scheme, a host and a port, nothing more. */
final class Address {
    private static final String EXPECTED =
            "the address of a server, e.g. http://127.0.0.1:8470 or https://wellfield.example.com";

    private Address() {}

    /** Without a slash at the end; scheme and host in lower case. */
    static URI parse(String text) {
        try {
            URI uri = new URI(text.strip());
            String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
            boolean bare = uri.getUserInfo() == null
                    && uri.getQuery() == null
                    && uri.getFragment() == null
                    && (uri.getPath() == null
                            || uri.getPath().isEmpty()
                            || uri.getPath().equals("/"));
            if ((scheme.equals("http") || scheme.equals("https")) && uri.getHost() != null && bare) {
                return new URI(scheme, null, uri.getHost().toLowerCase(Locale.ROOT), uri.getPort(), null, null, null);
            }
        } catch (URISyntaxException e) {
            // Said below, as for every other address that isn't one.
        }
        throw Failure.usage(List.of(new Violation("server", text, EXPECTED)));
    }

    /** Whether a token sent there could be read on the way. */
    static boolean exposed(URI address) {
        String host = address.getHost();
        return address.getScheme().equals("http") && !host.equals("localhost") && !loopback(host);
    }

    private static boolean loopback(String host) {
        try {
            return InetAddress.ofLiteral(host.replace("[", "").replace("]", "")).isLoopbackAddress();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
