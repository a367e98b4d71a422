package dev.wellfield.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;

/**
 * Wellfield's own program, put where workloads of every tenant can run it: a copy of the jar and a script named
 * {@code wellfield}. A jar below somebody's home isn't readable for others.
 */
final class Program {
    private Program() {}

    /** Puts the program into the data directory, if this runs from a jar; returns the variables for workloads. */
    static Map<String, String> install(Path data) {
        String path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
        Optional<Path> jar = jar();
        if (jar.isEmpty()) {
            return Map.of("PATH", path);
        }
        try {
            Path folder = data.resolve("program");
            Files.createDirectories(folder);
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
            copy(jar.get(), folder.resolve("wellfield.jar"));
            script(folder);
            return Map.of("PATH", folder + ":" + path);
        } catch (IOException e) {
            throw new UncheckedIOException("the program can't be put into " + data + ": " + e.getMessage(), e);
        }
    }

    private static Optional<Path> jar() {
        try {
            Path code = Path.of(Program.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return Files.isRegularFile(code) ? Optional.of(code) : Optional.empty();
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /** By rename, so that a workload that starts meanwhile finds the old or the new one whole. */
    private static void copy(Path jar, Path target) throws IOException {
        if (Files.exists(target)
                && Files.size(target) == Files.size(jar)
                && Files.getLastModifiedTime(target).equals(Files.getLastModifiedTime(jar))) {
            return;
        }
        Path draft = target.resolveSibling("wellfield.jar.tmp");
        Files.copy(jar, draft, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
        Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-r--r--"));
        Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
    }

    private static void script(Path folder) throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Path script = folder.resolve("wellfield");
        Path draft = folder.resolve("wellfield.tmp");
        Files.writeString(draft, """
                #!/bin/sh
                exec '%s' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx96m --enable-native-access=ALL-UNNAMED \\
                    --sun-misc-unsafe-memory-access=allow -jar '%s' "$@"
                """.formatted(java, folder.resolve("wellfield.jar")));
        Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.move(draft, script, StandardCopyOption.ATOMIC_MOVE);
    }
}
