package dev.wellfield.store.embedded;

import dev.wellfield.store.embedded.EmbeddedPostgresException.Code;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** PostgreSQL's programs of one version for this machine, unpacked from the class path into the data directory. */
record Binaries(Path home) {
    private static final Set<PosixFilePermission> EXECUTABLE = PosixFilePermissions.fromString("rwxr-xr-x");
    private static final Set<PosixFilePermission> PLAIN = PosixFilePermissions.fromString("rw-r--r--");
    private static final String UNFINISHED = ".unfinished";

    Path initdb() {
        return home.resolve("bin/initdb");
    }

    Path postgres() {
        return home.resolve("bin/postgres");
    }

    /** The version that this Wellfield brings, such as 17.6.0. */
    static String bundledVersion() {
        Properties properties = new Properties();
        try (InputStream in = Binaries.class.getResourceAsStream("binaries.properties")) {
            if (in == null) {
                throw new IllegalStateException("binaries.properties is missing in the jar");
            }
            properties.load(in);
        } catch (IOException e) {
            throw new IllegalStateException("binaries.properties can't be read from the jar", e);
        }
        return properties.getProperty("version");
    }

    /** The number before the first point: data moves between servers with the same one only. */
    static String bundledMajorVersion() {
        return bundledVersion().split("\\.", 2)[0];
    }

    /** Unpacks them unless they are there; a name without the suffix is given only to a complete copy. */
    static Binaries ensure(Layout layout, Architecture architecture) throws IOException {
        Path home = layout.binaries().resolve(bundledVersion() + "-" + architecture.label());
        if (!Files.isDirectory(home)) {
            DiskSpace.require(layout.dataDirectory(), DiskSpace.FOR_A_FIRST_START_MIB);
            Path unfinished = home.resolveSibling(home.getFileName() + UNFINISHED);
            Folders.remove(unfinished);
            unpack(architecture, unfinished);
            Files.move(unfinished, home, StandardCopyOption.ATOMIC_MOVE);
            Folders.sync(layout.binaries());
        }
        return new Binaries(home);
    }

    /** Removes the programs of other versions and unfinished copies; only for when no server runs from them. */
    void removeOthers() throws IOException {
        List<Path> others;
        try (Stream<Path> all = Files.list(home.resolveSibling(""))) {
            others = all.filter(path -> !path.equals(home)).toList();
        }
        for (Path other : others) {
            Folders.remove(other);
        }
    }

    static void unpack(Architecture architecture, Path target) throws IOException {
        try (InputStream packed = Binaries.class.getClassLoader().getResourceAsStream(architecture.archive())) {
            if (packed == null) {
                throw new EmbeddedPostgresException(
                        Code.UNSUPPORTED_ARCHITECTURE,
                        "This jar brings no PostgreSQL for %s (%s is missing in it). Use a complete jar, or give the URL of a PostgreSQL 15 or newer."
                                .formatted(architecture.label(), architecture.archive()));
            }
            Folders.make(target, Folders.OPEN);
            TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(packed)));
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                unpack(entry, tar, target);
            }
            // One call for the whole file system: a thousand single ones take seconds on a slow disk.
            Command.run(List.of("sync", "-f", target.toString()));
        } catch (IOException e) {
            throw cleared(target, DiskSpace.explain(target.resolveSibling(""), e));
        }
    }

    private static void unpack(TarArchiveEntry entry, InputStream content, Path target) throws IOException {
        Path path = target.resolve(entry.getName()).normalize();
        if (!path.startsWith(target)) {
            throw new IOException("entry " + entry.getName() + " leads out of the archive");
        }
        if (entry.isDirectory()) {
            Folders.make(path, Folders.OPEN);
            return;
        }
        Folders.make(path.resolveSibling(""), Folders.OPEN);
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
        } else {
            Files.copy(content, path);
            // Set, not left to the umask: the account that runs them isn't the owner.
            Files.setPosixFilePermissions(path, (entry.getMode() & 0b001_000_000) == 0 ? PLAIN : EXECUTABLE);
        }
    }

    private static EmbeddedPostgresException cleared(Path target, EmbeddedPostgresException failure) {
        try {
            Folders.remove(target);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
        return failure;
    }
}
