package dev.wellfield.server.watch;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Where a webhook may send to: any address but those at which a cloud tells a machine's secrets. */
public final class Destination {
    private static final Pattern LITERAL = Pattern.compile("\\[.*]|[0-9.]+|0x[0-9a-f.x]+");

    /** Metadata services that have no link-local address: AWS by IPv6, Alibaba Cloud, Azure, Oracle Cloud. */
    private static final Set<InetAddress> METADATA =
            addresses("fd00:ec2::254", "100.100.100.200", "168.63.129.16", "192.0.0.192");

    private Destination() {}

    /** What is wrong with a webhook's address, as far as that can be told without asking for its name; empty if nothing. */
    public static Optional<String> wrong(String text) {
        URI url;
        try {
            url = URI.create(text);
        } catch (IllegalArgumentException e) {
            return Optional.of("an address such as https://hooks.example.com/wellfield");
        }
        String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
        if (!(scheme.equals("http") || scheme.equals("https")) || url.getHost() == null) {
            return Optional.of("an address that begins with https:// or http:// and names a host");
        }
        if (url.getUserInfo() != null || url.getFragment() != null) {
            return Optional.of("an address without a user and without a fragment: what is sent is signed");
        }
        if (!LITERAL.matcher(url.getHost().toLowerCase(Locale.ROOT)).matches()) {
            return Optional.empty();
        }
        try {
            resolve(url.getHost());
            return Optional.empty();
        } catch (UnknownHostException e) {
            return Optional.of("an address that can be sent to: " + e.getMessage());
        }
    }

    /**
     * The address of a host, to be connected to as it is, so that it can't become another one after this check. May block.
     *
     * @throws UnknownHostException if it has none, or one that may not be sent to
     */
    static InetAddress resolve(String host) throws UnknownHostException {
        List<InetAddress> all = Arrays.asList(InetAddress.getAllByName(host));
        for (InetAddress address : all) {
            if (forbidden(address)) {
                throw new UnknownHostException(
                        host + " is " + address.getHostAddress() + ", which webhooks don't send to");
            }
        }
        return all.getFirst();
    }

    private static boolean forbidden(InetAddress address) {
        return address.isLinkLocalAddress()
                || address.isMulticastAddress()
                || address.isAnyLocalAddress()
                || METADATA.contains(address);
    }

    private static Set<InetAddress> addresses(String... literals) {
        Set<InetAddress> addresses = new HashSet<>();
        for (String literal : literals) {
            try {
                addresses.add(InetAddress.getByName(literal));
            } catch (UnknownHostException e) {
                throw new IllegalStateException("literal addresses need no name service", e);
            }
        }
        return Set.copyOf(addresses);
    }
}
