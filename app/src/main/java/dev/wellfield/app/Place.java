package dev.wellfield.app;

import dev.wellfield.store.DatabaseLogin;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where an installation keeps what it knows; said as {@link Bootstrap} says it. */
final class Place {
    @Option(names = "--data", paramLabel = "DIR", description = "Data directory (WELLFIELD_DATA).")
    private @Nullable Path data;

    @Option(names = "--config", paramLabel = "FILE", description = "Settings; default ./wellfield.yaml if it is there.")
    private @Nullable Path config;

    @Option(
            names = "--database-url",
            paramLabel = "URL",
            description = "A PostgreSQL instead of the data directory's own, as jdbc:postgresql://HOST/NAME"
                    + " (WELLFIELD_DATABASE_URL, _USER, _PASSWORD).")
    private @Nullable String databaseUrl;

    private Bootstrap bootstrap() {
        Bootstrap bootstrap = new Bootstrap();
        bootstrap.data = data;
        bootstrap.config = config;
        bootstrap.databaseUrl = databaseUrl;
        return bootstrap;
    }

    Path dataDirectory() {
        return bootstrap().dataDirectory();
    }

    @Nullable
    DatabaseLogin database() {
        return bootstrap().database();
    }
}
