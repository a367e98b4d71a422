package dev.wellfield.store.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A process, told apart from a later one with the same pid by when the kernel started it (in ticks since boot). */
record ServerProcess(long pid, long startTicks) {
    /** Signals by which PostgreSQL is ended, from polite to final. */
    enum Signal {
        /** Fast shutdown: open transactions are rolled back, everything is written. */
        INT,
        /** Immediate shutdown: recovery at the next start. */
        QUIT,
        /** The kernel ends it. */
        KILL
    }

    static Optional<ServerProcess> of(long pid) {
        return fields(pid).filter(fields -> !ended(fields)).map(fields -> new ServerProcess(pid, startTicks(fields)));
    }

    /** False also for a process that has ended but that nobody has collected yet. */
    boolean alive() {
        return fields(pid)
                .filter(fields -> !ended(fields) && startTicks(fields) == startTicks)
                .isPresent();
    }

    void signal(Signal signal) {
        if (alive()) {
            Command.run(List.of("sh", "-c", "kill -s \"$1\" \"$2\"", "sh", signal.name(), Long.toString(pid)));
        }
    }

    /** The fields of proc(5)'s stat from the third on; the second is a name that may hold blanks and brackets. */
    private static Optional<List<String>> fields(long pid) {
        try {
            String line = Files.readString(proc(pid, "stat"), StandardCharsets.ISO_8859_1);
            return Optional.of(
                    Arrays.asList(line.substring(line.lastIndexOf(')') + 2).split(" ")));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static boolean ended(List<String> fields) {
        return fields.getFirst().equals("Z") || fields.getFirst().equals("X");
    }

    private static long startTicks(List<String> fields) {
        return Long.parseLong(fields.get(19));
    }

    static Path proc(long pid, String file) {
        return Path.of("/proc", Long.toString(pid), file);
    }
}
