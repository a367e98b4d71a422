package dev.wellfield.cluster.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The directory of one allocation, in which the server and the shim meet. The shim's script describes its files. */
record WorkloadFolder(Path path) {

    String allocationId() {
        return path.getFileName().toString();
    }

    /** Who the shim is; empty until one has taken the directory. */
    Optional<Birth> claim() {
        return Birth.read(path.resolve("claim"));
    }

    Optional<Birth> started() {
        return Birth.read(path.resolve("started"));
    }

    Optional<Instant> heartbeat() {
        return Birth.instant(Fields.read(path.resolve("heartbeat")));
    }

    Optional<End> end() {
        return End.read(path.resolve("exit"));
    }

    CgroupSet groups() {
        try {
            return new CgroupSet(Files.readAllLines(path.resolve("cgroups"), StandardCharsets.UTF_8).stream()
                    .map(Path::of)
                    .toList());
        } catch (IOException absent) {
            return new CgroupSet(List.of());
        }
    }

    /** Tells the shim until when the rest of the workload may live once its command has ended. */
    void stopBy(Instant deadline) throws IOException {
        Path fresh = path.resolve("stop.tmp");
        Files.writeString(fresh, ChronoUnit.MICROS.between(Instant.EPOCH, deadline) + "\n");
        Files.move(fresh, path.resolve("stop"), StandardCopyOption.ATOMIC_MOVE);
    }

    ProcessState state() {
        Optional<End> end = end();
        Optional<Birth> claim = claim();
        if (end.isPresent()) {
            return exited(end.get(), claim);
        }
        if (claim.isEmpty()) {
            return new ProcessState.NotStarted();
        }
        Optional<Birth> started = started();
        if (!claim.get().ofThisBoot()
                || started.filter(birth -> !birth.ofThisBoot()).isPresent()) {
            return lost(claim.get(), started, ProcessState.Lost.Cause.REBOOT);
        }
        if (claim.get().alive()) {
            return started.<ProcessState>map(birth -> new ProcessState.Running(birth.pid(), birth.at()))
                    .orElseGet(ProcessState.Starting::new);
        }
        // It may have recorded the end and left between the two looks.
        return end().map(late -> exited(late, claim))
                .orElseGet(() -> lost(claim.get(), started(), ProcessState.Lost.Cause.SHIM_VANISHED));
    }

    private ProcessState exited(End end, Optional<Birth> claim) {
        Instant startedAt = started().or(() -> claim).map(Birth::at).orElse(end.at());
        return new ProcessState.Exited(
                end.code(), end.signal(), startedAt, later(startedAt, end.at()), end.oomKills() > 0);
    }

    private ProcessState lost(Birth claim, Optional<Birth> started, ProcessState.Lost.Cause cause) {
        if (started.isEmpty()) {
            return new ProcessState.Lost(claim.at(), claim.at(), cause);
        }
        Instant startedAt = started.get().at();
        return new ProcessState.Lost(startedAt, later(startedAt, heartbeat().orElse(startedAt)), cause);
    }

    /** The wall clock may have been set back meanwhile; an end before its start would be no interval. */
    private static Instant later(Instant a, Instant b) {
        return a.isAfter(b) ? a : b;
    }

    /** The shim's record of the end. */
    record End(int code, int signal, Instant at, long oomKills, OptionalLong cpuMicros, OptionalLong memoryPeakBytes) {

        static Optional<End> read(Path file) {
            Fields fields = Fields.read(file);
            OptionalLong code = fields.number("code");
            Optional<Instant> at = Birth.instant(fields);
            if (code.isEmpty() || at.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(new End(
                    (int) code.getAsLong(),
                    (int) fields.number("signal").orElse(0),
                    at.get(),
                    fields.number("oomKills").orElse(0),
                    fields.number("cpuMicros"),
                    fields.number("memoryPeakBytes")));
        }
    }
}
