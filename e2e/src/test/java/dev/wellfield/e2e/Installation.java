package dev.wellfield.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One installation in a folder of its own, run by the launcher script on free ports. Removed when it is closed. */
final class Installation implements AutoCloseable {
    static final Path ROOT =
            Path.of(System.getProperty("wellfield.root", "..")).toAbsolutePath().normalize();
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Duration PATIENCE = Duration.ofSeconds(180);
    private static final Duration PATIENCE_WITH_PAGES = Duration.ofMinutes(15);

    private final Path folder;
    private final Path data;
    private final HttpClient client = HttpClient.newHttpClient();

    /** What a command said. */
    record Said(int status, String out, String err) {
        /** Fails with all that was said unless it went well. */
        Said ok() {
            if (status != 0) {
                throw new AssertionError("status " + status + "\n" + out + "\n" + err);
            }
            return this;
        }

        JsonNode json() {
            return JSON.readTree(ok().out);
        }
    }

    private Installation() {
        try {
            folder = Files.createTempDirectory("wellfield-e2e-");
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
            data = folder.resolve("data");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An empty folder; nothing runs yet. */
    static Installation prepare() {
        return new Installation();
    }

    /** Another installation that the operator of {@code other} has brought back from a backup; nothing runs yet. */
    static Installation restored(Installation other, Path backup) {
        Installation installation = new Installation();
        installation.cli("restore", backup.toString()).ok();
        installation.adopt(other);
        return installation;
    }

    /** Signs in as another's operator does. */
    void adopt(Installation other) {
        try {
            Path config = folder.resolve("config");
            Files.createDirectories(config);
            Files.copy(other.folder.resolve("config").resolve("config.yaml"), config.resolve("config.yaml"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A place for a file that this installation's end removes. */
    Path file(String name) {
        return folder.resolve(name);
    }

    /** One that runs with the four-team example. */
    static Installation withExample() {
        Installation installation = new Installation();
        installation.up("--example").ok();
        return installation;
    }

    Path data() {
        return data;
    }

    /** Starts it in the background on free ports. */
    Said up(String... flags) {
        return up(Map.of(), flags);
    }

    Said up(Map<String, String> environment, String... flags) {
        List<String> command = new ArrayList<>(List.of("up", "--detach", "--port", "0", "--gateway-port", "0"));
        command.addAll(Arrays.asList(flags));
        return cli(environment, command.toArray(String[]::new));
    }

    Said down() {
        return cli("down");
    }

    /** Runs the command line with this installation's settings. */
    Said cli(String... arguments) {
        return cli(Map.of(), arguments);
    }

    Said cli(Map<String, String> environment, String... arguments) {
        List<String> command = new ArrayList<>(List.of(ROOT.resolve("wellfield").toString()));
        command.addAll(Arrays.asList(arguments));
        return run(environment, command);
    }

    /** Runs a page's script, in which every start takes free ports. */
    Said bash(String script) {
        return run(
                Map.of("WELLFIELD_PORT", "0", "WELLFIELD_GATEWAY_PORT", "0"),
                List.of("bash", "-c", script),
                PATIENCE_WITH_PAGES);
    }

    /** Runs any program to its end. */
    Said run(Map<String, String> environment, List<String> command) {
        return run(environment, command, PATIENCE);
    }

    private Said run(Map<String, String> environment, List<String> command, Duration patience) {
        try {
            Process process = start(environment, command);
            process.getOutputStream().close();
            if (!process.waitFor(patience.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("no end of " + String.join(" ", command));
            }
            return new Said(process.exitValue(), Files.readString(out(process)), Files.readString(err(process)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Path out(Process process) {
        return folder.resolve("out-" + process.pid());
    }

    private Path err(Process process) {
        return folder.resolve("err-" + process.pid());
    }

    /** Starts a command that goes on. */
    Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(ROOT.resolve("wellfield").toString()));
        command.addAll(Arrays.asList(arguments));
        return start(Map.of(), command);
    }

    private Process start(Map<String, String> environment, List<String> command) throws IOException {
        Path out = Files.createTempFile(folder, "out", "");
        Path err = Files.createTempFile(folder, "err", "");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("WELLFIELD_DATA", data.toString());
        builder.environment()
                .put(
                        "WELLFIELD_CONFIG",
                        folder.resolve("config").resolve("config.yaml").toString());
        builder.environment().putAll(environment);
        Process process = builder.start();
        Files.move(out, out(process));
        Files.move(err, err(process));
        return process;
    }

    /** The server's own note of where it is. */
    JsonNode run() {
        try {
            return JSON.readTree(Files.readString(data.resolve("run.json")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String url() {
        return run().get("url").asString();
    }

    String gatewayUrl() {
        return run().get("gatewayUrl").asString();
    }

    ProcessHandle server() {
        return ProcessHandle.of(run().get("pid").asLong()).orElseThrow();
    }

    /** kill -9 of the server, and of nothing else. */
    void kill() {
        ProcessHandle server = server();
        server.destroyForcibly();
        server.onExit().orTimeout(30, TimeUnit.SECONDS).join();
    }

    /** Loses this user's tokens. */
    void forget() {
        try {
            Files.delete(folder.resolve("config").resolve("config.yaml"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String operatorToken() {
        try (Stream<String> lines = Files.lines(folder.resolve("config").resolve("config.yaml"))) {
            return lines.filter(line -> line.contains("wft_"))
                    .map(line -> line.replaceAll(".*(wft_[A-Za-z0-9_-]+).*", "$1"))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Asks the REST API as the operator. */
    JsonNode get(String path) {
        return JSON.readTree(send("GET", path, null).body());
    }

    HttpResponse<String> send(String method, String path, @Nullable String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url() + path))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + operatorToken())
                .header("Content-Type", "application/json")
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    JsonNode workload(String path) {
        String[] parts = path.split("/");
        return get("/api/v1/tenants/" + parts[0] + "/workloads/" + parts[1]);
    }

    String phase(String path) {
        return workload(path).get("status").get("phase").asString();
    }

    String log(String path) {
        return cli("logs", path).ok().out();
    }

    /** A new API key's secret. */
    String key(String tenant, String name) {
        return cli("keys", "create", name, "--tenant", tenant, "-o", "secret")
                .ok()
                .out()
                .trim();
    }

    /** A file of the test resources, where every user can read it. */
    Path resource(String name) {
        Path copy = folder.resolve(name);
        try (var in = Installation.class.getResourceAsStream("/" + name)) {
            if (in == null) {
                throw new AssertionError("no test resource " + name);
            }
            Files.createDirectories(
                    copy.getParent(),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
            Files.write(copy, in.readAllBytes());
            Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rw-r--r--"));
            return copy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A folder of the test resources with these files, where every user can read it. */
    Path folder(String name, List<String> files) {
        files.forEach(file -> resource(name + "/" + file));
        return folder.resolve(name);
    }

    @Override
    public void close() {
        for (JsonNode workload : workloads()) {
            String phase = workload.get("status").get("phase").asString();
            if (List.of("QUEUED", "STARTING", "RUNNING").contains(phase)) {
                JsonNode metadata = workload.get("metadata");
                cli(
                        "cancel",
                        metadata.get("tenant").asString() + "/"
                                + metadata.get("name").asString(),
                        "--wait");
            }
        }
        down();
        delete(folder);
    }

    private List<JsonNode> workloads() {
        List<JsonNode> workloads = new ArrayList<>();
        if (Files.exists(data.resolve("run.json")) && server().isAlive()) {
            get("/api/v1/workloads?limit=500").get("items").forEach(workloads::add);
        }
        return workloads;
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            System.err.println("left behind: " + folder + " (" + e + ")");
        }
    }
}
