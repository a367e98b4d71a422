package dev.wellfield.app;

import dev.wellfield.server.Backups;
import dev.wellfield.store.DatabaseLogin;
import dev.wellfield.store.backup.Manifest;
import java.io.IOException;
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

/** {@code wellfield restore}: a backup into an installation that is empty. */
@Command(
        name = "wellfield restore",
        mixinStandardHelpOptions = true,
        description = {
            "Brings a backup back into an empty data directory, or an empty database named by --database-url.",
            "What ran when the backup was taken counts as lost at that instant; what waited waits on."
        },
        footer = {
            "",
            "Examples:",
            "  wellfield restore today.wellfield --data /srv/wellfield && wellfield up --data /srv/wellfield",
            "  wellfield restore today.wellfield --database-url jdbc:postgresql://db.example.com/wellfield",
            "",
            "The file is read to its end before anything is done: one that is cut off, damaged or of a newer version",
            "is refused, and nothing is half done."
        })
final class Restore implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final Place place = new Place();

    @Parameters(paramLabel = "FILE", description = "That `wellfield backup` made.")
    private @Nullable Path file;

    static CommandLine command() {
        return Commands.of(new Restore());
    }

    @Override
    public Integer call() throws IOException {
        Path from = Objects.requireNonNull(file).toAbsolutePath().normalize();
        Path data = Commands.usage(spec, place::dataDirectory);
        DatabaseLogin database = Commands.usage(spec, place::database);
        Manifest manifest;
        try (Counting counting = Counting.onTerminal("restored")) {
            manifest = Backups.restore(from, data, database, counting);
        }
        System.out.println("Restored into " + (database == null ? data.toString() : database.url()) + ", as it was at "
                + manifest.takenAt() + ". Start it: wellfield up"
                + (database == null ? " --data " + data : " --database-url " + database.url()));
        return 0;
    }
}
