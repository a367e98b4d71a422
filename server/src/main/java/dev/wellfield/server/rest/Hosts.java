package dev.wellfield.server.rest;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Which Host headers are answered. A page on the internet can make its own name resolve to 127.0.0.1 and then talk to a
 * server on loopback from the browser (DNS rebinding); such a request gives itself away by its Host.
 */
final class Hosts {
    private final boolean any;
    private final Set<String> names;

    private Hosts(boolean any, Set<String> names) {
        this.any = any;
        this.names = Set.copyOf(names);
    }

    /** What a server bound to {@code address} answers to. */
    static Hosts of(String address, List<String> configured) {
        Set<String> names = new HashSet<>(Set.of("localhost", "127.0.0.1", "[::1]"));
        configured.forEach(it -> names.add(it.toLowerCase(Locale.ROOT)));
        return new Hosts(!isLoopback(address), names);
    }

    private static boolean isLoopback(String address) {
        try {
            return InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false; // binding will fail and say so
        }
    }

    /** Whether a request with these Host headers (a name, perhaps with a port) is meant for this server. */
    boolean allows(List<String> hosts) {
        return any || (hosts.size() == 1 && names.contains(name(hosts.getFirst())));
    }

    private static String name(String host) {
        int end = host.startsWith("[") ? host.indexOf(']') + 1 : host.indexOf(':');
        return (end <= 0 ? host : host.substring(0, end)).toLowerCase(Locale.ROOT);
    }
}
