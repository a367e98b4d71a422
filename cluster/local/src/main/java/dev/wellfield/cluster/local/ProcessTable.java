package dev.wellfield.cluster.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The kernel's table of processes, as /proc shows it. */
final class ProcessTable {

    private static final Path PROC = Path.of("/proc");

    private ProcessTable() {}

    /**
     * One process (fields 3, 4, 6, 14, 15 and 22 of /proc/PID/stat; proc(5)).
     *
     * @param cpuTicks user and system time used so far
     */
    record Entry(long pid, char state, long parent, long session, long cpuTicks, long startTicks) {
        /** Dead and waiting for its parent to notice. */
        boolean dead() {
            return state == 'Z' || state == 'X';
        }
    }

    static Map<Long, Entry> read() {
        Map<Long, Entry> entries = new HashMap<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                entry(Long.parseLong(process.getFileName().toString()))
                        .ifPresent(entry -> entries.put(entry.pid(), entry));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("/proc cannot be read", e);
        }
        return entries;
    }

    static Optional<Entry> entry(long pid) {
        String stat;
        try {
            // The name in brackets is any bytes; Latin-1 takes them all.
            stat = Files.readString(PROC.resolve(pid + "/stat"), StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return Optional.empty();
        }
        int name = stat.lastIndexOf(')');
        if (name < 0) {
            return Optional.empty();
        }
        String[] fields = stat.substring(name + 2).strip().split(" ");
        if (fields.length < 20) {
            return Optional.empty();
        }
        return Optional.of(new Entry(
                pid,
                fields[0].charAt(0),
                Long.parseLong(fields[1]),
                Long.parseLong(fields[3]),
                Long.parseLong(fields[11]) + Long.parseLong(fields[12]),
                Long.parseLong(fields[19])));
    }

    /** Changes with every boot of the machine. */
    static String bootId() {
        try {
            return Files.readString(PROC.resolve("sys/kernel/random/boot_id")).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("the boot's id cannot be read", e);
        }
    }

    /** Whether the process began its life with this variable; false if that may not be read. */
    static boolean hasVariable(long pid, String variable) {
        try {
            byte[] environment = Files.readAllBytes(PROC.resolve(pid + "/environ"));
            String text = "\0" + new String(environment, StandardCharsets.ISO_8859_1) + "\0";
            return text.contains("\0" + variable + "\0");
        } catch (IOException goneOrForeign) {
            return false;
        }
    }

    /** Current and peak resident memory in bytes (VmRSS and VmHWM of /proc/PID/status); zeros if it is gone. */
    static long[] memory(long pid) {
        long[] bytes = new long[2];
        try {
            for (String line : Files.readAllLines(PROC.resolve(pid + "/status"), StandardCharsets.ISO_8859_1)) {
                int which = line.startsWith("VmRSS:") ? 0 : line.startsWith("VmHWM:") ? 1 : -1;
                if (which >= 0) {
                    bytes[which] = Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
                }
            }
        } catch (IOException gone) {
            return new long[2];
        }
        return bytes;
    }

    static boolean root() {
        try {
            return (int) Files.getAttribute(PROC.resolve("self"), "unix:uid") == 0;
        } catch (IOException e) {
            throw new UncheckedIOException("the owner of this process cannot be read", e);
        }
    }
}
