package dev.wellfield.core.metering;

import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A half-open interval {@code [from, to)}. */
public record TimeWindow(Instant from, Instant to) {
    private static final long MICROS = 1_000_000;

    public TimeWindow {
        if (to.isBefore(from)) {
            throw new IllegalArgumentException("to (" + to + ") must not be before from (" + from + ")");
        }
    }

    /** The month as it is in {@code zone}: its hours may be 1 more or less than its days make. */
    public static TimeWindow of(YearMonth month, ZoneId zone) {
        return new TimeWindow(
                month.atDay(1).atStartOfDay(zone).toInstant(),
                month.plusMonths(1).atDay(1).atStartOfDay(zone).toInstant());
    }

    public boolean contains(Instant instant) {
        return !instant.isBefore(from) && instant.isBefore(to);
    }

    /** The part that both have, if it isn't empty. */
    public Optional<TimeWindow> intersect(TimeWindow other) {
        Instant start = from.isAfter(other.from) ? from : other.from;
        Instant end = to.isBefore(other.to) ? to : other.to;
        return start.isBefore(end) ? Optional.of(new TimeWindow(start, end)) : Optional.empty();
    }

    /** Its length in microseconds. */
    public long micros() {
        Duration length = Duration.between(from, to);
        return Math.addExact(Math.multiplyExact(length.getSeconds(), MICROS), length.getNano() / 1_000);
    }

    /** Cut at every full hour of UTC. */
    public List<TimeWindow> hours() {
        List<TimeWindow> pieces = new ArrayList<>();
        Instant start = from;
        while (start.isBefore(to)) {
            Instant next = start.truncatedTo(ChronoUnit.HOURS).plus(1, ChronoUnit.HOURS);
            Instant end = next.isBefore(to) ? next : to;
            pieces.add(new TimeWindow(start, end));
            start = end;
        }
        return pieces;
    }
}
