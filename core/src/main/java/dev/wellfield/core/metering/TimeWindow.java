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

    /**
     * A window taken apart: full hours of UTC, full minutes around them, and what is left at its ends. Together they are the
     * window, and none overlap.
     */
    public record Layers(List<TimeWindow> hours, List<TimeWindow> minutes, List<TimeWindow> rest) {}

    public Layers layers() {
        List<TimeWindow> hours = new ArrayList<>();
        List<TimeWindow> minutes = new ArrayList<>();
        List<TimeWindow> rest = new ArrayList<>();
        for (TimeWindow outsideHours : full(ChronoUnit.HOURS, hours)) {
            rest.addAll(outsideHours.full(ChronoUnit.MINUTES, minutes));
        }
        return new Layers(List.copyOf(hours), List.copyOf(minutes), List.copyOf(rest));
    }

    /** Adds the full units to {@code full}, as one window; returns what is left. */
    private List<TimeWindow> full(ChronoUnit unit, List<TimeWindow> full) {
        Instant down = from.truncatedTo(unit);
        Instant start = down.equals(from) ? from : down.plus(1, unit);
        Instant end = to.truncatedTo(unit);
        if (!start.isBefore(end)) {
            return from.isBefore(to) ? List.of(this) : List.of();
        }
        full.add(new TimeWindow(start, end));
        List<TimeWindow> left = new ArrayList<>();
        if (from.isBefore(start)) {
            left.add(new TimeWindow(from, start));
        }
        if (end.isBefore(to)) {
            left.add(new TimeWindow(end, to));
        }
        return left;
    }
}
