package dev.wellfield.app;

import dev.wellfield.server.ServerSettings;
import dev.wellfield.server.ServerSettings.Role;
import dev.wellfield.store.DatabaseLogin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * What is fixed for a run: a flag wins over its WELLFIELD_ variable, that over wellfield.yaml, that over the default.
 * Everything else is a resource in the database.
 */
final class Bootstrap {
    static final Set<String> KEYS = new TreeSet<>(Set.of(
            "data",
            "host",
            "port",
            "gateway-port",
            "names",
            "log-days",
            "console-origins",
            "roles",
            "database-url",
            "database-user",
            "database-password"));

    @Option(names = "--data", paramLabel = "DIR", description = "Data directory (WELLFIELD_DATA).")
    @Nullable
    Path data;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            description = "Address to listen on (WELLFIELD_HOST); default 127.0.0.1.")
    @Nullable
    String host;

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "Port of console and REST (WELLFIELD_PORT); default 8470, 0 picks a free one.")
    @Nullable
    Integer port;

    @Option(
            names = "--gateway-port",
            paramLabel = "N",
            description = "Port of the gateway (WELLFIELD_GATEWAY_PORT); default 8480, 0 picks a free one.")
    @Nullable
    Integer gatewayPort;

    @Option(
            names = "--names",
            paramLabel = "NAMES",
            description = "Host names that console and REST answer to beside localhost, as behind a proxy, separated"
                    + " by commas (WELLFIELD_NAMES).")
    @Nullable
    String names;

    @Option(
            names = "--console-origins",
            paramLabel = "URLS",
            description = "Consoles elsewhere that may call this gateway from a browser, as https://gpu.example.com,"
                    + " separated by commas (WELLFIELD_CONSOLE_ORIGINS); its own may anyway.")
    @Nullable
    String consoleOrigins;

    @Option(
            names = "--log-days",
            paramLabel = "N",
            description = "Days that the log of an ended workload is kept (WELLFIELD_LOG_DAYS); default 14.")
    @Nullable
    Integer logDays;

    @Option(names = "--config", paramLabel = "FILE", description = "Settings; default ./wellfield.yaml if it is there.")
    @Nullable
    Path config;

    @Option(
            names = "--database-url",
            paramLabel = "URL",
            description = "A PostgreSQL 15 or newer instead of the embedded one, as jdbc:postgresql://HOST/NAME"
                    + " (WELLFIELD_DATABASE_URL, _USER, _PASSWORD).")
    @Nullable
    String databaseUrl;

    /** The data directory where none is named: root's under /var/lib, others' under their home. */
    static Path defaultData() {
        return System.getProperty("user.name").equals("root")
                ? Path.of("/var/lib/wellfield")
                : Path.of(System.getProperty("user.home"), ".local", "share", "wellfield");
    }

    /** @param roles as a flag gives them, separated by commas; null where there is no such flag */
    ServerSettings settings(@Nullable String roles) {
        Map<String, String> file = file();
        return new ServerSettings(
                dataDirectory(file),
                value(host, "host", file, "127.0.0.1"),
                number("port", value(text(port), "port", file, String.valueOf(ServerSettings.DEFAULT_PORT))),
                number(
                        "gateway-port",
                        value(
                                text(gatewayPort),
                                "gateway-port",
                                file,
                                String.valueOf(ServerSettings.DEFAULT_GATEWAY_PORT))),
                roles(value(roles, "roles", file, "control,gateway")),
                list(value(names, "names", file, "")),
                list(value(consoleOrigins, "console-origins", file, "")),
                days(value(text(logDays), "log-days", file, String.valueOf(ServerSettings.DEFAULT_LOG_DAYS))),
                database(file));
    }

    /** The database's owner; null means the embedded one. */
    @Nullable
    DatabaseLogin database() {
        return database(file());
    }

    private @Nullable DatabaseLogin database(Map<String, String> file) {
        String url = value(databaseUrl, "database-url", file, "");
        return url.isEmpty()
                ? null
                : new DatabaseLogin(
                        url,
                        value(null, "database-user", file, "postgres"),
                        value(null, "database-password", file, ""));
    }

    Path dataDirectory() {
        return dataDirectory(file());
    }

    private Path dataDirectory(Map<String, String> file) {
        String path = value(
                data == null ? null : data.toString(),
                "data",
                file,
                defaultData().toString());
        return Path.of(path).toAbsolutePath().normalize();
    }

    private static @Nullable String text(@Nullable Integer number) {
        return number == null ? null : number.toString();
    }

    private static String value(@Nullable String flag, String key, Map<String, String> file, String otherwise) {
        if (flag != null) {
            return flag;
        }
        String variable =
                System.getenv("WELLFIELD_" + key.toUpperCase(Locale.ROOT).replace('-', '_'));
        return variable != null ? variable : file.getOrDefault(key, otherwise);
    }

    private static int number(String name, String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " (" + value + ") must be 0 (any free port) to 65535", e);
        }
    }

    private static Duration days(String value) {
        try {
            return Duration.ofDays(Integer.parseInt(value));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("log-days (" + value + ") must be a number of days from 1 to 3650", e);
        }
    }

    private static List<String> list(String words) {
        return Stream.of(words.split(","))
                .map(String::trim)
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static Set<Role> roles(String list) {
        Set<Role> roles = EnumSet.noneOf(Role.class);
        for (String name : list.split(",", -1)) {
            try {
                roles.add(Role.valueOf(name.trim().toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("roles (" + list + ") must be control, gateway or both", e);
            }
        }
        return roles;
    }

    private Map<String, String> file() {
        Path file = config == null ? Path.of("wellfield.yaml") : config;
        if (config == null && !Files.exists(file)) {
            return Map.of();
        }
        try {
            Map<String, String> values = new HashMap<>();
            JsonNode root = new YAMLMapper().readTree(Files.readString(file));
            for (Map.Entry<String, JsonNode> entry : root.properties()) {
                if (!KEYS.contains(entry.getKey())) {
                    throw new IllegalArgumentException(
                            file + ": unknown key (" + entry.getKey() + "); known are " + String.join(", ", KEYS));
                }
                values.put(entry.getKey(), entry.getValue().asString());
            }
            return values;
        } catch (IOException e) {
            throw new IllegalArgumentException("config (" + file + ") can't be read: " + e.getMessage(), e);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(file + " is not YAML: " + e.getOriginalMessage(), e);
        }
    }

    /** Bad settings are a matter of usage. */
    static ParameterException usage(CommandLine line, IllegalArgumentException e) {
        return new ParameterException(line, String.valueOf(e.getMessage()), e);
    }
}
