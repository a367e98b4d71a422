package dev.wellfield.cli;

import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.Pauses;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The servers that this person uses and the tokens for them, in one file that only its owner may read. Every change reads
 * the file, changes it and replaces it as a whole, under a lock, so that two commands at once lose nothing. Any thread.
 */
public final class Contexts {
    private static final Set<StandardOpenOption> NEW =
            Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);

    private static final int LOCK_ATTEMPTS = 100;
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(50);

    /** A file lock is for processes; threads of one need this. */
    private static final ReentrantLock IN_THIS_PROCESS = new ReentrantLock();

    private final Path file;

    private Contexts(Path file) {
        this.file = file;
    }

    /**
     * One server and how to sign in there.
     *
     * @param url with scheme, host and port
     * @param token null where none is kept
     */
    public record Entry(String name, String url, @Nullable String token) {
        @Override
        public String toString() {
            return name + " (" + url + ")";
        }
    }

    /** What the file holds; {@code current} is the name of an entry, or null. */
    record Content(@Nullable String current, List<Entry> entries) {
        static final Content EMPTY = new Content(null, List.of());

        Content {
            entries = List.copyOf(entries);
        }

        Optional<Entry> find(@Nullable String name) {
            return entries.stream().filter(it -> it.name().equals(name)).findFirst();
        }
    }

    /** Of the file that the environment names: $WELLFIELD_CONFIG, $XDG_CONFIG_HOME or the home directory. */
    public static Contexts load(Map<String, String> environment) {
        return at(file(environment));
    }

    public static Contexts at(Path file) {
        return new Contexts(file.toAbsolutePath());
    }

    private static Path file(Map<String, String> environment) {
        String own = environment.getOrDefault("WELLFIELD_CONFIG", "");
        if (!own.isBlank()) {
            return Path.of(own);
        }
        String xdg = environment.getOrDefault("XDG_CONFIG_HOME", "");
        Path configuration = xdg.isBlank()
                ? Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")), ".config")
                : Path.of(xdg);
        return configuration.resolve("wellfield").resolve("config.yaml");
    }

    public Path file() {
        return file;
    }

    public List<Entry> entries() {
        return read().entries();
    }

    public Optional<Entry> find(String name) {
        return read().find(name);
    }

    /** The one that commands use when nothing else is said. */
    public Optional<Entry> current() {
        Content content = read();
        return content.find(content.current());
    }

    /** Adds or replaces a context and makes it the current one. */
    public void put(String name, String url, @Nullable String token) {
        change(content -> new Content(name, with(content, new Entry(name, url, token))));
    }

    /** Gives a context another address, as when a server took another port. Its token stays; does nothing if it is unknown. */
    public void updateUrl(String name, String url) {
        change(content -> content.find(name)
                .map(entry -> new Content(content.current(), with(content, new Entry(name, url, entry.token()))))
                .orElse(content));
    }

    /** Makes a context the current one. */
    public void use(String name) {
        change(content -> {
            if (content.find(name).isEmpty()) {
                throw unknown(name, content);
            }
            return new Content(name, content.entries());
        });
    }

    /** Adds a context, and makes it the current one only if there was none. */
    void add(String name, String url, @Nullable String token) {
        change(content -> {
            if (content.find(name).isPresent()) {
                throw Failure.of(
                        ExitCode.FAILED,
                        "There is a context \"" + name + "\" already.",
                        "Choose another name, or remove it first: wellfield context delete " + name);
            }
            String current = content.current() == null ? name : content.current();
            return new Content(current, with(content, new Entry(name, url, token)));
        });
    }

    /** Forgets a context and its token; none is the current one then, if it was that. */
    void remove(String name) {
        change(content -> {
            if (content.find(name).isEmpty()) {
                throw unknown(name, content);
            }
            return new Content(
                    name.equals(content.current()) ? null : content.current(),
                    content.entries().stream()
                            .filter(it -> !it.name().equals(name))
                            .toList());
        });
    }

    static Failure unknown(String name, Content content) {
        String known =
                String.join(", ", content.entries().stream().map(Entry::name).toList());
        return Failure.of(
                ExitCode.NOT_FOUND,
                "There is no context \"" + name + "\"; "
                        + (known.isEmpty() ? "there are none yet." : "there are: " + known + "."),
                "`wellfield login --server URL` adds one.");
    }

    /** The contexts with {@code changed} in the place of its namesake, or at the end. */
    private static List<Entry> with(Content content, Entry changed) {
        if (content.find(changed.name()).isEmpty()) {
            return Stream.concat(content.entries().stream(), Stream.of(changed)).toList();
        }
        return content.entries().stream()
                .map(it -> it.name().equals(changed.name()) ? changed : it)
                .toList();
    }

    Content read() {
        try {
            return ContextFile.parse(Files.readString(file), file);
        } catch (NoSuchFileException e) {
            return Content.EMPTY;
        } catch (IOException e) {
            throw broken("read", e);
        }
    }

    private void change(UnaryOperator<Content> change) {
        IN_THIS_PROCESS.lock();
        try {
            Files.createDirectories(folder(), ownerOnly("rwx------"));
            Path lockFile = folder().resolve("." + file.getFileName() + ".lock");
            try (FileChannel channel = FileChannel.open(lockFile, NEW, ownerOnly("rw-------"))) {
                lock(channel, lockFile);
                replace(ContextFile.text(change.apply(read())));
            }
        } catch (IOException e) {
            throw broken("written", e);
        } finally {
            IN_THIS_PROCESS.unlock();
        }
    }

    /** Closing the channel gives the lock back. */
    private static void lock(FileChannel channel, Path lockFile) throws IOException {
        for (int i = 0; i < LOCK_ATTEMPTS; i++) {
            if (channel.tryLock() != null) {
                return;
            }
            Pauses.sleep(BETWEEN_ATTEMPTS);
        }
        throw new IOException("another command has held " + lockFile + " for 5 s");
    }

    private void replace(String text) throws IOException {
        Path next = Files.createTempFile(folder(), ".config", ".next", ownerOnly("rw-------"));
        try {
            try (FileChannel channel = FileChannel.open(next, StandardOpenOption.WRITE)) {
                ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(next);
        }
    }

    private Path folder() {
        Path folder = file.getParent();
        return folder == null ? file.toAbsolutePath().getRoot() : folder;
    }

    private static FileAttribute<?>[] ownerOnly(String permissions) {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private Failure broken(String what, IOException e) {
        return Failure.of(
                ExitCode.FAILED,
                file + " can't be " + what + ": " + e.getMessage() + ".",
                "WELLFIELD_CONFIG names another file.");
    }
}
