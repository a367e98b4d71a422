package dev.wellfield.app;

import dev.wellfield.store.embedded.DataDirectoryLock;
import dev.wellfield.store.embedded.EmbeddedPostgres;
import dev.wellfield.store.embedded.PostgresSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code wellfield down}: ends the server of a data directory; workloads go on running. */
@Command(
        name = "wellfield down",
        mixinStandardHelpOptions = true,
        description = "Stops the server. Workloads keep running; the next `wellfield up` finds them again.")
final class Down implements Callable<Integer> {
    private static final long PATIENCE_SECONDS = 60;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final Bootstrap bootstrap = new Bootstrap();

    static CommandLine command() {
        return Commands.of(new Down());
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path data = Commands.usage(spec, bootstrap::dataDirectory);
        Optional<ProcessHandle> server = RunFile.read(data).flatMap(RunFile::process);
        if (server.isEmpty()) {
            endAbandoned(data);
            System.out.println("No server runs on " + data + ".");
            return 0;
        }
        server.get().destroy();
        try {
            server.get().onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            System.err.println("wellfield: the server (pid " + server.get().pid() + ") has not ended after "
                    + PATIENCE_SECONDS + " s. Its log is in " + data.resolve("log") + ".");
            return 6;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
        System.out.println("Stopped. Workloads keep running; `wellfield up` finds them again.");
        return 0;
    }

    /** A server that was killed leaves its database running. */
    private static void endAbandoned(Path data) throws IOException {
        if (Files.isDirectory(data)) {
            try (DataDirectoryLock lock = DataDirectoryLock.acquire(data)) {
                EmbeddedPostgres.endAbandoned(lock, PostgresSettings.defaults());
            }
            RunFile.delete(data);
        }
    }
}
