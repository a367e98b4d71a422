package dev.wellfield.cluster.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The loopback ports that engines are told to listen on, one file each, so that the port of an engine that outlived the
 * server is found again. Any thread may call any method.
 */
final class EnginePorts {
    private static final int TRIES = 100;

    private final Path folder;
    private final Map<UUID, Integer> assigned = new ConcurrentHashMap<>();

    EnginePorts(Path folder) {
        this.folder = LocalCluster.privateFolder(folder);
    }

    /** The port of this allocation: a free one, and the same at every call. */
    synchronized int assign(UUID id) {
        Integer before = of(id);
        if (before != null) {
            return before;
        }
        try {
            int port = free(Set.copyOf(assigned.values()));
            Path draft = folder.resolve(id + ".tmp");
            Files.writeString(draft, Integer.toString(port));
            Files.move(draft, folder.resolve(id.toString()), StandardCopyOption.ATOMIC_MOVE);
            assigned.put(id, port);
            return port;
        } catch (IOException e) {
            throw new UncheckedIOException("no port could be assigned to the engine: " + e.getMessage(), e);
        }
    }

    private static int free(Set<Integer> taken) throws IOException {
        for (int i = 0; i < TRIES; i++) {
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                if (!taken.contains(socket.getLocalPort())) {
                    return socket.getLocalPort();
                }
            }
        }
        throw new IOException("no free loopback port in " + TRIES + " tries");
    }

    @Nullable
    Integer of(UUID id) {
        Integer known = assigned.get(id);
        if (known != null) {
            return known;
        }
        try {
            int port = Integer.parseInt(
                    Files.readString(folder.resolve(id.toString())).trim());
            assigned.put(id, port);
            return port;
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException("the port of allocation " + id + " can't be read", e);
        }
    }

    void release(UUID id) {
        assigned.remove(id);
        try {
            Files.deleteIfExists(folder.resolve(id.toString()));
        } catch (IOException e) {
            throw new UncheckedIOException("the port of allocation " + id + " can't be released", e);
        }
    }
}
