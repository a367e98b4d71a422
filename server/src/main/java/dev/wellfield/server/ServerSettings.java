package dev.wellfield.server;

import dev.wellfield.store.DatabaseLogin;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is fixed for a run of the server.
 *
 * @param dataDirectory where everything is kept that isn't in the database, and the embedded database itself
 * @param host that is listened on; loopback unless told otherwise
 * @param port of console and REST; 0 picks a free one
 * @param gatewayPort of the gateway; 0 picks a free one
 * @param roles what this process does
 * @param names host names, beside those of loopback, that console and REST answer to while they listen on loopback, as
 *     behind a proxy
 * @param consoleOrigins of consoles that may call this process' gateway from a browser, beside its own console, e.g.
 *     {@code https://gpu.example.com}
 * @param logsKept how long after its end a workload's log is kept on its machine; 1 to 3650 days
 * @param database the owner's login of a PostgreSQL 15 or newer; null means the embedded one
 */
public record ServerSettings(
        Path dataDirectory,
        String host,
        int port,
        int gatewayPort,
        Set<Role> roles,
        List<String> names,
        List<String> consoleOrigins,
        Duration logsKept,
        @Nullable DatabaseLogin database) {
    private static final Pattern ORIGIN = Pattern.compile("https?://[a-z0-9.\\-\\[\\]:]+");

    public static final int DEFAULT_PORT = 8470;
    public static final int DEFAULT_GATEWAY_PORT = 8480;
    public static final int DEFAULT_LOG_DAYS = 14;
    private static final int MOST_LOG_DAYS = 3650;

    /** What PostgreSQL's scripts and files don't survive in a path. */
    private static final Pattern UNFIT = Pattern.compile("[\\p{Cntrl}\"'`$\\\\]");

    public ServerSettings {
        roles = EnumSet.copyOf(roles);
        names = List.copyOf(names);
        if (UNFIT.matcher(dataDirectory.toString()).find()) {
            throw new IllegalArgumentException(
                    "data (" + dataDirectory.toString().replaceAll("\\p{Cntrl}", "?")
                            + ") must be a path without quotes, $, backslashes and control characters");
        }
        consoleOrigins = List.copyOf(consoleOrigins);
        consoleOrigins.forEach(ServerSettings::origin);
        if (logsKept.toDays() < 1 || logsKept.toDays() > MOST_LOG_DAYS) {
            throw new IllegalArgumentException(
                    "log-days (" + logsKept.toDays() + ") must be from 1 to " + MOST_LOG_DAYS);
        }
        port("port", port);
        port("gateway-port", gatewayPort);
        if (port != 0 && port == gatewayPort) {
            throw new IllegalArgumentException("gateway-port (" + gatewayPort + ") must be another than port");
        }
    }

    /** What a process can do. */
    public enum Role {
        /** REST and console on every replica, decisions on the leader. */
        CONTROL,
        /** {@code /v1}. */
        GATEWAY
    }

    private static void origin(String origin) {
        if (!ORIGIN.matcher(origin).matches()) {
            throw new IllegalArgumentException(
                    "console-origins (" + origin + ") must be http:// or https://, a host and perhaps a port, no more");
        }
    }

    private static void port(String name, int port) {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException(name + " (" + port + ") must be 0 (any free port) to 65535");
        }
    }
}
