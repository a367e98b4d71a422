package dev.wellfield.server.rest;

import java.util.List;

/**
 * How the REST server listens.
 *
 * @param host the address to bind
 * @param port 0 picks a free one
 * @param names host names, beside those of loopback, that a server bound to loopback answers to; a server bound to
 *     another address answers to any name
 * @param consoleConnects origins that the console may talk to beside this server, e.g. {@code http://localhost:8480}
 */
public record RestOptions(String host, int port, List<String> names, List<String> consoleConnects, RestLimits limits) {
    public RestOptions {
        names = List.copyOf(names);
        consoleConnects = List.copyOf(consoleConnects);
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port (" + port + ") must be from 0 to 65535");
        }
    }

    public static RestOptions on(String host, int port) {
        return new RestOptions(host, port, List.of(), List.of(), RestLimits.DEFAULT);
    }

    public RestOptions withNames(List<String> answeredTo) {
        return new RestOptions(host, port, answeredTo, consoleConnects, limits);
    }

    public RestOptions withConsoleConnects(List<String> origins) {
        return new RestOptions(host, port, names, origins, limits);
    }

    public RestOptions withLimits(RestLimits other) {
        return new RestOptions(host, port, names, consoleConnects, other);
    }
}
