package dev.wellfield.cluster.local;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** Prepares a workload's folder and starts the shim on it; the shim's side of the contract is in shim.sh. */
final class Shim {

    private static final int CLAIM_SECONDS = 10;

    /** The shell that a system has for scripts; dash on Debian, bash elsewhere. */
    static final List<String> SYSTEM_SHELL = List.of("/bin/sh");

    private final Path script;
    private final List<String> shell;
    private final Path setsid;
    private final Optional<Path> setpriv;

    private Shim(Path script, List<String> shell, Path setsid, Optional<Path> setpriv) {
        this.script = script;
        this.shell = shell;
        this.setsid = setsid;
        this.setpriv = setpriv;
    }

    /** Writes the script by rename: a shim that runs keeps reading the file it was started from. */
    static Shim install(TenantFolders folders, List<String> shell) throws IOException {
        Path script = folders.library().resolve("shim.sh");
        Path fresh = folders.library().resolve("shim-" + UUID.randomUUID());
        try (InputStream resource = Shim.class.getResourceAsStream("shim.sh")) {
            if (resource == null) {
                throw new IllegalStateException("shim.sh is missing from the jar");
            }
            Files.copy(resource, fresh);
        }
        Files.move(fresh, script, StandardCopyOption.ATOMIC_MOVE);
        Path setsid = tool("setsid")
                .orElseThrow(() ->
                        new IllegalStateException("setsid was not found in /usr/bin or /bin; install util-linux"));
        Optional<Path> setpriv = tool("setpriv");
        if (folders.isolated() && setpriv.isEmpty()) {
            throw new IllegalStateException(
                    "setpriv was not found in /usr/bin or /bin; as root it gives each tenant its uid: install util-linux");
        }
        return new Shim(script, shell, setsid, setpriv);
    }

    /** Fills the folder with what the shim reads, under another name until it is whole and on disk. */
    void prepare(Path target, LaunchSpec spec, Path home, OptionalInt uid, CgroupSet groups, Optional<Path> shims)
            throws IOException {
        Path tenant = Objects.requireNonNull(target.getParent());
        Path fresh = tenant.resolve("." + target.getFileName() + "." + UUID.randomUUID());
        Files.createDirectories(tenant);
        TenantFolders.mode(tenant, "rwx------");
        try {
            Files.createDirectory(fresh);
            TenantFolders.mode(fresh, "rwx------");
            fill(fresh, spec, home, uid, groups, shims);
            Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            delete(fresh);
            // Another start of the same allocation came first.
            if (!Files.isDirectory(target)) {
                throw e;
            }
            return;
        }
        sync(tenant);
    }

    private void fill(Path folder, LaunchSpec spec, Path home, OptionalInt uid, CgroupSet groups, Optional<Path> shims)
            throws IOException {
        String settings = """
                ALLOCATION=%s
                TENANT_UID=%s
                LOG_BYTES=%d
                LOG_FILES=%d
                SHIM_CGROUP=%s
                BECOME=%s
                """.formatted(
                        spec.allocationId(),
                        uid.isPresent() ? Integer.toString(uid.getAsInt()) : "",
                        spec.logBytesPerFile(),
                        spec.logFiles(),
                        LaunchScript.quoted(shims.map(Path::toString).orElse("")),
                        LaunchScript.quoted((drop(uid) + " " + String.join(" ", shell)).strip()));
        write(folder.resolve("settings"), settings.getBytes(StandardCharsets.UTF_8));
        String lines = groups.groups().stream().map(group -> group + "\n").collect(Collectors.joining());
        write(folder.resolve("cgroups"), lines.getBytes(StandardCharsets.UTF_8));
        write(folder.resolve("launch"), new LaunchScript(spec, home).bytes());
    }

    /** Starts a shim and returns once one, this or an earlier one, has taken the folder. */
    void spawn(WorkloadFolder folder) {
        Path complaints = folder.path().resolve("shim.log");
        List<String> command = new ArrayList<>(List.of(setsid.toString(), "--fork"));
        command.addAll(shell);
        command.addAll(List.of(script.toString(), folder.path().toString()));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.directory(folder.path().toFile());
        builder.redirectInput(Path.of("/dev/null").toFile());
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(complaints.toFile()));
        builder.redirectErrorStream(true);
        try {
            // setsid leaves at once: the shim belongs to init from its birth on, not to this server.
            if (!builder.start().waitFor(CLAIM_SECONDS, TimeUnit.SECONDS)) {
                throw failed(folder, complaints);
            }
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(CLAIM_SECONDS);
            while (folder.claim().isEmpty() && folder.end().isEmpty()) {
                if (System.nanoTime() > until) {
                    throw failed(folder, complaints);
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the shim of allocation " + folder.allocationId() + " could not be started", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while starting allocation " + folder.allocationId(), e);
        }
    }

    private static IllegalStateException failed(WorkloadFolder folder, Path complaints) {
        String said;
        try {
            said = Files.readString(complaints).strip();
        } catch (IOException e) {
            said = "";
        }
        return new IllegalStateException(
                "the shim of allocation " + folder.allocationId() + " did not take its folder (" + folder.path()
                        + ") within " + CLAIM_SECONDS + " s" + (said.isEmpty() ? "" : ": " + said));
    }

    private String drop(OptionalInt uid) {
        if (uid.isPresent()) {
            return "%s --reuid %2$d --regid %2$d --clear-groups --no-new-privs --bounding-set -all --inh-caps -all"
                    .formatted(setpriv.orElseThrow(), uid.getAsInt());
        }
        return setpriv.map(path -> path + " --no-new-privs").orElse("");
    }

    private static Optional<Path> tool(String name) {
        return List.of("/usr/bin", "/bin").stream()
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static void write(Path file, byte[] content) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer buffer = ByteBuffer.wrap(content);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(true);
        }
    }

    private static void sync(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Removes a folder of plain files; the shim may be writing its last file meanwhile, so it looks more than once. */
    static void delete(Path folder) throws IOException {
        for (int attempt = 1; Files.isDirectory(folder); attempt++) {
            try (var files = Files.newDirectoryStream(folder)) {
                for (Path file : files) {
                    Files.deleteIfExists(file);
                }
            }
            try {
                Files.deleteIfExists(folder);
            } catch (DirectoryNotEmptyException e) {
                if (attempt == 10) {
                    throw e;
                }
            }
        }
    }
}
