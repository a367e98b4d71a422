package dev.wellfield.cluster.local;

import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Who a process is. A pid alone says nothing, since the kernel gives it out again: only pid, start time and boot together
 * name one process.
 *
 * @param ticks the kernel's start time of the process, in clock ticks since the boot
 * @param boot the boot's id
 */
record Birth(long pid, long ticks, String boot, Instant at) {

    static Optional<Birth> read(Path file) {
        Fields fields = Fields.read(file);
        OptionalLong pid = fields.number("pid");
        OptionalLong ticks = fields.number("ticks");
        Optional<String> boot = fields.text("boot");
        Optional<Instant> at = instant(fields);
        if (pid.isEmpty() || ticks.isEmpty() || boot.isEmpty() || at.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Birth(pid.getAsLong(), ticks.getAsLong(), boot.get(), at.get()));
    }

    static Optional<Instant> instant(Fields fields) {
        OptionalLong micros = fields.number("instant");
        return micros.isEmpty()
                ? Optional.empty()
                : Optional.of(Instant.EPOCH.plus(micros.getAsLong(), ChronoUnit.MICROS));
    }

    boolean ofThisBoot() {
        return boot.equals(ProcessTable.bootId());
    }

    boolean alive() {
        return ofThisBoot()
                && ProcessTable.entry(pid)
                        .filter(entry -> entry.startTicks() == ticks && !entry.dead())
                        .isPresent();
    }
}
