package dev.wellfield.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Which server runs on a data directory, as a file in it. A process id is only believed together with the time at which the
 * process started.
 *
 * @param startedMillis when the process started, by its own clock
 */
record RunFile(
        long pid, long startedMillis, String url, @Nullable String gatewayUrl) {
    private static final String NAME = "run.json";
    private static final JsonMapper JSON = JsonMapper.shared();

    /** Of this process. */
    static RunFile current(String url, @Nullable String gatewayUrl) {
        ProcessHandle own = ProcessHandle.current();
        return new RunFile(own.pid(), started(own), url, gatewayUrl);
    }

    private static long started(ProcessHandle process) {
        return process.info().startInstant().map(it -> it.toEpochMilli()).orElse(0L);
    }

    void write(Path data) throws IOException {
        Path draft = data.resolve(NAME + ".tmp");
        Files.writeString(
                draft,
                JSON.writeValueAsString(JSON.createObjectNode()
                        .put("pid", pid)
                        .put("startedMillis", startedMillis)
                        .put("url", url)
                        .put("gatewayUrl", gatewayUrl)));
        Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-------"));
        Files.move(draft, data.resolve(NAME), StandardCopyOption.ATOMIC_MOVE);
    }

    static void delete(Path data) throws IOException {
        Files.deleteIfExists(data.resolve(NAME));
    }

    static Optional<RunFile> read(Path data) throws IOException {
        Path file = data.resolve(NAME);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        JsonNode json = JSON.readTree(Files.readString(file));
        JsonNode gateway = json.path("gatewayUrl");
        return Optional.of(new RunFile(
                json.get("pid").asLong(),
                json.get("startedMillis").asLong(),
                json.get("url").asString(),
                gateway.isString() ? gateway.asString() : null));
    }

    /** The process, if it is still the one that wrote the file. */
    Optional<ProcessHandle> process() {
        return ProcessHandle.of(pid).filter(it -> it.isAlive() && started(it) == startedMillis);
    }
}
