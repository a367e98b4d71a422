package dev.wellfield.cluster.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The control groups of one workload: one in a v2 hierarchy, or one in each v1 hierarchy, or both, or none. Which files a
 * group has tells which kind it is.
 */
record CgroupSet(List<Path> groups) {

    private static final int PERIOD_MICROS = 100_000;

    /**
     * Makes the groups and sets their limits, 0 being none; doing it again changes nothing.
     *
     * @return of cpu and memory, those that could be limited
     */
    Set<String> create(int cpuMilli, long memoryMib) throws IOException {
        Set<String> limited = new LinkedHashSet<>();
        for (Path group : groups) {
            Files.createDirectories(group);
            if (memoryMib > 0) {
                String bytes = Long.toString(memoryMib * 1024 * 1024);
                if (writeIfThere(group.resolve("memory.limit_in_bytes"), bytes)) {
                    writeIfPossible(group.resolve("memory.memsw.limit_in_bytes"), bytes);
                    limited.add("memory");
                } else if (writeIfThere(group.resolve("memory.max"), bytes)) {
                    writeIfPossible(group.resolve("memory.swap.max"), "0");
                    limited.add("memory");
                }
            }
            if (cpuMilli > 0) {
                long quotaMicros = (long) cpuMilli * PERIOD_MICROS / 1000;
                if (writeIfThere(group.resolve("cpu.cfs_period_us"), Integer.toString(PERIOD_MICROS))) {
                    write(group.resolve("cpu.cfs_quota_us"), Long.toString(quotaMicros));
                    limited.add("cpu");
                } else if (writeIfThere(group.resolve("cpu.max"), quotaMicros + " " + PERIOD_MICROS)) {
                    limited.add("cpu");
                }
            }
        }
        return limited;
    }

    Set<Long> processes() {
        Set<Long> pids = new LinkedHashSet<>();
        for (Path group : groups) {
            try {
                for (String line : Files.readAllLines(group.resolve("cgroup.procs"))) {
                    pids.add(Long.parseLong(line.strip()));
                }
            } catch (IOException removed) {
                // Nothing lives in a group that is gone.
            }
        }
        pids.remove(0L);
        return pids;
    }

    /** Kills what is in the groups at this moment; the caller looks again. */
    void kill() {
        for (Path group : groups) {
            writeIfPossible(group.resolve("cgroup.kill"), "1");
        }
        // A frozen group cannot fork faster than it is killed.
        freeze("FROZEN");
        for (long pid : processes()) {
            Signals.send(pid, Signals.KILL);
        }
        freeze("THAWED");
    }

    private void freeze(String state) {
        for (Path group : groups) {
            writeIfPossible(group.resolve("freezer.state"), state);
        }
    }

    /** Empty if no group of this set measures. */
    Optional<ResourceUse> use() {
        OptionalLong cpuMicros = OptionalLong.empty();
        long memoryBytes = 0;
        long peakBytes = 0;
        for (Path group : groups) {
            OptionalLong nanos = number(group.resolve("cpuacct.usage"));
            OptionalLong micros = entry(group.resolve("cpu.stat"), "usage_usec");
            if (nanos.isPresent()) {
                cpuMicros = OptionalLong.of(nanos.getAsLong() / 1000);
            } else if (micros.isPresent()) {
                cpuMicros = micros;
            }
            memoryBytes += number(group.resolve("memory.usage_in_bytes")).orElse(0);
            memoryBytes += number(group.resolve("memory.current")).orElse(0);
            peakBytes += number(group.resolve("memory.max_usage_in_bytes")).orElse(0);
            peakBytes += number(group.resolve("memory.peak")).orElse(0);
        }
        return cpuMicros.isEmpty()
                ? Optional.empty()
                : Optional.of(new ResourceUse(cpuMicros.getAsLong(), memoryBytes, peakBytes));
    }

    /** Removes the groups; a group that still has processes after a second stays. */
    void remove() {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
        for (Path group : groups) {
            while (Files.isDirectory(group)) {
                try {
                    Files.deleteIfExists(group);
                } catch (IOException busy) {
                    if (System.nanoTime() > until) {
                        break;
                    }
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
                }
            }
        }
    }

    /** One write(2): the kernel takes each as a command. */
    static void write(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.WRITE);
    }

    private static boolean writeIfThere(Path file, String text) throws IOException {
        if (!Files.exists(file)) {
            return false;
        }
        write(file, text);
        return true;
    }

    private static void writeIfPossible(Path file, String text) {
        try {
            writeIfThere(file, text);
        } catch (IOException notThisKernel) {
            // Asked of a kernel that has the file and not the function, or of a group that is gone.
        }
    }

    private static OptionalLong number(Path file) {
        try {
            return OptionalLong.of(Long.parseLong(Files.readString(file).strip()));
        } catch (IOException | NumberFormatException absent) {
            return OptionalLong.empty();
        }
    }

    private static OptionalLong entry(Path file, String name) {
        try {
            for (String line : Files.readAllLines(file)) {
                if (line.startsWith(name + " ")) {
                    return OptionalLong.of(
                            Long.parseLong(line.substring(name.length() + 1).strip()));
                }
            }
        } catch (IOException absent) {
            return OptionalLong.empty();
        }
        return OptionalLong.empty();
    }
}
