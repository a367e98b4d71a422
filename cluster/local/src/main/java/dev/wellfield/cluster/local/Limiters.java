package dev.wellfield.cluster.local;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The software on this machine that can keep a workload within its share of a real card. Without any, a shared card is
 * not isolated at all. Immutable.
 */
public final class Limiters {

    /** Where HAMi's device plugin puts its library. */
    public static final List<Path> USUAL_LIBRARIES = List.of(
            Path.of("/usr/local/vgpu/libvgpu.so"),
            Path.of("/usr/local/lib/libvgpu.so"),
            Path.of("/usr/lib/libvgpu.so"));

    /** Where NVIDIA's MPS control daemon has its pipes unless told otherwise. */
    public static final Path USUAL_PIPE_DIRECTORY = Path.of("/tmp/nvidia-mps");

    private static final byte[] ELF = {0x7f, 'E', 'L', 'F'};

    private final @Nullable Path hamiCore;
    private final @Nullable Path mpsPipeDirectory;

    private Limiters(@Nullable Path hamiCore, @Nullable Path mpsPipeDirectory) {
        this.hamiCore = hamiCore;
        this.mpsPipeDirectory = mpsPipeDirectory;
    }

    /** A machine without limiters. */
    public static Limiters none() {
        return new Limiters(null, null);
    }

    /** Looks in the usual places. */
    public static Limiters probe() {
        return probe(USUAL_LIBRARIES, USUAL_PIPE_DIRECTORY);
    }

    /** Looks for HAMi-core's library at these paths, best first, and for a living MPS control daemon at this directory. */
    public static Limiters probe(List<Path> libraries, Path pipeDirectory) {
        return new Limiters(
                libraries.stream().filter(Limiters::library).findFirst().orElse(null),
                daemon(pipeDirectory) ? pipeDirectory : null);
    }

    /** HAMi-core's library, to be loaded before every program of the workload. */
    public Optional<Path> hamiCore() {
        return Optional.ofNullable(hamiCore);
    }

    /** The pipes of a living MPS control daemon. */
    public Optional<Path> mpsPipeDirectory() {
        return Optional.ofNullable(mpsPipeDirectory);
    }

    /** Whether a share of a card can be kept within its limits here. */
    public boolean any() {
        return hamiCore != null || mpsPipeDirectory != null;
    }

    /** Every tenant must be able to load it, and it must be a library at all: the loader only warns if it is not. */
    private static boolean library(Path path) {
        try (InputStream in = Files.newInputStream(path)) {
            return Arrays.equals(in.readNBytes(ELF.length), ELF)
                    && Files.getPosixFilePermissions(path).contains(PosixFilePermission.OTHERS_READ);
        } catch (IOException absent) {
            return false;
        }
    }

    /** The daemon keeps its pid beside its control pipe; what a dead one left behind limits nothing. */
    private static boolean daemon(Path pipeDirectory) {
        if (!Files.exists(pipeDirectory.resolve("control"))) {
            return false;
        }
        try {
            String pid = Files.readString(pipeDirectory.resolve("nvidia-cuda-mps-control.pid"))
                    .strip();
            return pid.matches("[0-9]{1,9}")
                    && Files.readString(Path.of("/proc", pid, "cmdline"), StandardCharsets.ISO_8859_1)
                            .contains("nvidia-cuda-mps-control");
        } catch (IOException absent) {
            return false;
        }
    }
}
