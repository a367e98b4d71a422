package dev.wellfield.server;

import dev.wellfield.server.ServerSettings.Role;
import dev.wellfield.server.rest.Contract;
import dev.wellfield.server.rest.ResponseCheck;
import dev.wellfield.server.watch.WatchSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The whole server in this JVM, with its own database and the four-team example, one for all tests of the module. Every
 * answer is checked against the contract.
 */
final class RunningServer {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final RunningServer SHARED = new RunningServer(WatchSettings.DEFAULT, InstantSource.system());

    private final Server server;
    private final Path data;
    private final String operator;
    private final ResponseCheck check = new ResponseCheck(Contract.load());
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Map<String, String> tokens = new ConcurrentHashMap<>();

    /** An answer. */
    record Answer(int status, String body, HttpHeaders headers) {
        JsonNode json() {
            return JSON.readTree(body);
        }

        /** The expectation of the violation at a pointer; empty where there is none. */
        String expected(String pointer) {
            for (JsonNode error : json().path("errors")) {
                if (error.get("pointer").asString().equals(pointer)) {
                    return error.get("expected").asString();
                }
            }
            return "";
        }
    }

    private RunningServer(WatchSettings watching, InstantSource wall) {
        try {
            Path parent = Files.createTempDirectory("wellfield-server-test-");
            Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwx--x--x"));
            data = parent.resolve("data");
            server = Server.start(
                    new ServerSettings(
                            data,
                            "127.0.0.1",
                            0,
                            0,
                            EnumSet.allOf(Role.class),
                            List.of(),
                            List.of(),
                            Duration.ofDays(14),
                            null),
                    watching,
                    wall);
            operator = server.firstToken().orElseThrow().text();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                server.close();
                delete(parent);
            }));
            Answer applied = send("apply", "POST", "/api/v1/apply", operator, example());
            if (applied.status() != 200) {
                throw new AssertionError(applied.body());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static RunningServer shared() {
        return SHARED;
    }

    /** One of its own, which watches as its test needs it; it ends with this JVM too. */
    static RunningServer watching(WatchSettings settings) {
        return new RunningServer(settings, InstantSource.system());
    }

    /** One of its own whose clock is set by its test; the processes' and the database's is the machine's. */
    static RunningServer at(InstantSource wall) {
        return new RunningServer(WatchSettings.DEFAULT, wall);
    }

    /** The four-team example as an apply request. */
    static ObjectNode example() {
        try (Stream<String> lines = Files.lines(Path.of("..", "examples", "four-teams.yaml"))) {
            ArrayNode resources = JSON.createArrayNode();
            String text = String.join("\n", lines.toList());
            new YAMLMapper()
                    .readerFor(JsonNode.class)
                    .<JsonNode>readValues(text)
                    .forEachRemaining(document -> {
                        if (document != null && document.isObject()) {
                            resources.add(document);
                        }
                    });
            ObjectNode request = JSON.createObjectNode();
            request.set("resources", resources);
            return request;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path data() {
        return data;
    }

    String url() {
        return server.url().orElseThrow();
    }

    String gatewayUrl() {
        return "http://127.0.0.1:" + server.gatewayPort().orElseThrow();
    }

    String operator() {
        return operator;
    }

    /** A token of a principal that has this role, in a tenant or on the platform. */
    String tokenFor(String role, @Nullable String tenant) {
        String name = tenant == null ? "t-" + role : "t-" + role + "-" + tenant;
        return tokens.computeIfAbsent(name, ignored -> {
            ObjectNode binding = JSON.createObjectNode().put("role", role);
            if (tenant != null) {
                binding.put("tenant", tenant);
            }
            ObjectNode principal = resource("Principal", name, null);
            principal.putObject("spec").putArray("bindings").add(binding);
            apply(principal);
            Answer issued = send(
                    "createPrincipalToken",
                    "POST",
                    "/api/v1/principals/" + name + "/tokens",
                    operator,
                    JSON.createObjectNode().put("name", "test"));
            return issued.json().get("secret").asString();
        });
    }

    /** Gives the principal behind {@link #tokenFor} its role on the platform again. */
    void restoreRole(String role) {
        if (tokens.containsKey("t-" + role)) {
            ObjectNode principal = resource("Principal", "t-" + role, null);
            principal.putObject("spec").putArray("bindings").addObject().put("role", role);
            apply(principal);
        }
    }

    static ObjectNode resource(String kind, String name, @Nullable String tenant) {
        ObjectNode resource =
                JSON.createObjectNode().put("apiVersion", "wellfield.dev/v1").put("kind", kind);
        ObjectNode metadata = resource.putObject("metadata").put("name", name);
        if (tenant != null) {
            metadata.put("tenant", tenant);
        }
        return resource;
    }

    Answer apply(JsonNode... resources) {
        ObjectNode request = JSON.createObjectNode();
        ArrayNode list = request.putArray("resources");
        for (JsonNode resource : resources) {
            list.add(resource);
        }
        return send("apply", "POST", "/api/v1/apply", operator, request);
    }

    static JsonNode json(String text) {
        return JSON.readTree(text.replace('\'', '"'));
    }

    /** Sends and checks the answer against the contract. Headers as name, value, … */
    Answer send(
            String operation,
            String method,
            String path,
            @Nullable String token,
            @Nullable JsonNode body,
            String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(server.url().orElseThrow() + path))
                .timeout(PATIENCE)
                .method(
                        method,
                        body == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        try {
            HttpResponse<InputStream> response =
                    client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            String type = response.headers().firstValue("Content-Type").orElse(null);
            try (InputStream in = response.body()) {
                String text = type != null && type.startsWith("text/event-stream")
                        ? ""
                        : new String(in.readAllBytes(), StandardCharsets.UTF_8);
                check.check(operation, response.statusCode(), type, text);
                return new Answer(response.statusCode(), text, response.headers());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    Answer submit(String tenant, String json) {
        return send("submitWorkload", "POST", "/api/v1/tenants/" + tenant + "/workloads", operator, json(json));
    }

    JsonNode workload(String path) {
        String[] parts = path.split("/");
        return send("getWorkload", "GET", "/api/v1/tenants/" + parts[0] + "/workloads/" + parts[1], operator, null)
                .json();
    }

    /** What an operation that lists answers to the operator. */
    JsonNode list(String operation, String path) {
        return send(operation, "GET", path, operator, null).json().get("items");
    }

    String phase(String path) {
        return workload(path).get("status").get("phase").asString();
    }

    /** Changes the database as its owner, for what would take a year otherwise. */
    int sql(String statement) {
        try {
            Path postgres = data.resolve("postgres");
            String password = Files.readString(postgres.resolve("password")).trim();
            String port = Files.readAllLines(postgres.resolve("cluster").resolve("postmaster.pid"))
                    .get(3);
            String url = "jdbc:postgresql://127.0.0.1:" + port + "/wellfield";
            try (Connection connection = DriverManager.getConnection(url, "wellfield", password);
                    Statement running = connection.createStatement()) {
                return running.executeUpdate(statement);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SQLException e) {
            throw new IllegalStateException(statement, e);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            System.err.println("left behind: " + folder + " (" + e + ")");
        }
    }
}
