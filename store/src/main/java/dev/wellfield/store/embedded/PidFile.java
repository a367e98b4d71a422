package dev.wellfield.store.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What the server says about itself in its postmaster.pid: it fills the lines in one by one while it starts.
 *
 * @param port 0 while it isn't known
 * @param ready whether it takes connections
 */
record PidFile(long pid, int port, boolean ready) {
    private static final int PORT_LINE = 3;
    private static final int STATUS_LINE = 7;

    static Path in(Path cluster) {
        return cluster.resolve("postmaster.pid");
    }

    static Optional<PidFile> read(Path cluster) {
        try {
            List<String> lines = Files.readAllLines(in(cluster), StandardCharsets.ISO_8859_1);
            return lines.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new PidFile(
                            Long.parseLong(lines.getFirst().strip()),
                            lines.size() > PORT_LINE
                                    ? Integer.parseInt(lines.get(PORT_LINE).strip())
                                    : 0,
                            lines.size() > STATUS_LINE
                                    && lines.get(STATUS_LINE).strip().equals("ready")));
        } catch (IOException | NumberFormatException e) {
            // Absent, or caught in the middle of being written.
            return Optional.empty();
        }
    }
}
