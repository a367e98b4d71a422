package dev.wellfield.app;

import dev.wellfield.server.ServerSettings;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Starts the server as a process of its own session, with the flags of this one, and waits until it is ready. */
final class Detached {
    private static final long PATIENCE_SECONDS = 120;
    private static final long POLL_MILLIS = 20;

    private Detached() {}

    /**
     * Returns the exit status: 0 once it is ready.
     *
     * @param flags of {@code up}, besides those that the settings give
     */
    static int start(ServerSettings settings, List<String> flags) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("wellfield-up-");
        Path ready = folder.resolve("ready");
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(command(settings, flags, ready))
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(output.toFile())
                .redirectErrorStream(true)
                .start();
        try {
            return await(process, ready, output);
        } finally {
            Files.deleteIfExists(ready);
            Files.deleteIfExists(output);
            Files.deleteIfExists(folder);
        }
    }

    private static int await(Process process, Path ready, Path output) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!Files.exists(ready)) {
            if (process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                System.err.print(Files.readString(output));
                return process.exitValue() == 0 ? 1 : process.exitValue();
            }
            if (System.nanoTime() > deadline) {
                System.err.println("wellfield: the server is not ready after " + PATIENCE_SECONDS
                        + " s and goes on trying; its log is in the data directory.");
                return 6;
            }
        }
        System.out.print(Files.readString(ready));
        return 0;
    }

    private static List<String> command(ServerSettings settings, List<String> flags, Path ready) {
        List<String> command = new ArrayList<>(List.of(
                "setsid",
                Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName(), "up"));
        command.addAll(List.of("--data", settings.dataDirectory().toString()));
        command.addAll(List.of("--host", settings.host()));
        command.addAll(List.of("--port", String.valueOf(settings.port())));
        command.addAll(List.of("--gateway-port", String.valueOf(settings.gatewayPort())));
        if (!settings.names().isEmpty()) {
            command.addAll(List.of("--names", String.join(",", settings.names())));
        }
        command.addAll(List.of("--ready-file", ready.toString()));
        command.addAll(flags);
        if (settings.database() != null) {
            command.addAll(List.of("--database-url", settings.database().url()));
        }
        return command;
    }
}
