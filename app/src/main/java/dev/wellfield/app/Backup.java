package dev.wellfield.app;

import dev.wellfield.server.Backups;
import dev.wellfield.store.DatabaseLogin;
import dev.wellfield.store.backup.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code wellfield backup}: everything that is in the database, in one file. */
@Command(
        name = "wellfield backup",
        mixinStandardHelpOptions = true,
        description = {
            "Writes everything that is in the database to a new file, as it is at one instant: usage, facts, events,",
            "tenants, quotas, keys (as hashes). The server may run meanwhile. Only you can read the file.",
            "Not in it: workloads' logs and files."
        },
        footer = {
            "",
            "Examples:",
            "  wellfield backup /backups/today.wellfield",
            "  wellfield backup today.wellfield --data /srv/wellfield",
            "",
            "`wellfield restore FILE --data DIR` brings it back."
        })
final class Backup implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final Place place = new Place();

    @Parameters(paramLabel = "FILE", description = "Where to; it must not be there yet.")
    private @Nullable Path file;

    static CommandLine command() {
        return Commands.of(new Backup());
    }

    @Override
    public Integer call() throws IOException {
        Path to = Objects.requireNonNull(file).toAbsolutePath().normalize();
        Path data = Commands.usage(spec, place::dataDirectory);
        DatabaseLogin database = Commands.usage(spec, place::database);
        Manifest manifest;
        try (Counting counting = Counting.onTerminal("read")) {
            manifest = Backups.write(data, database, to, counting);
        }
        System.out.printf(
                "Written to %s (%.1f MiB), as it was at %s. `wellfield restore %s --data DIR` brings it back.%n",
                to, Files.size(to) / 1048576.0, manifest.takenAt(), to);
        return 0;
    }
}
