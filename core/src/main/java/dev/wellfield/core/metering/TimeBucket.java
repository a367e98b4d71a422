package dev.wellfield.core.metering;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What usage is shown by: pieces of time as the clock of a zone has them, so that a day may last 23 or 25 hours. */
public enum TimeBucket {
    MINUTE,
    HOUR,
    DAY,
    MONTH;

    /**
     * Cuts {@code window} where a piece ends in {@code zone}. The first and the last are shorter where the window begins or
     * ends within one.
     *
     * @param most the pieces one wants; where there are more, one more than that comes back
     */
    public List<TimeWindow> cut(TimeWindow window, ZoneId zone, int most) {
        List<TimeWindow> pieces = new ArrayList<>();
        Instant from = window.from();
        while (from.isBefore(window.to()) && pieces.size() <= most) {
            Instant next = next(from, zone);
            Instant to = next.isBefore(window.to()) ? next : window.to();
            pieces.add(new TimeWindow(from, to));
            from = to;
        }
        return pieces;
    }

    /** The end of the piece that {@code instant} lies in. */
    private Instant next(Instant instant, ZoneId zone) {
        return switch (this) {
            case MINUTE -> instant.truncatedTo(ChronoUnit.MINUTES).plus(1, ChronoUnit.MINUTES);
            case HOUR -> nextHour(instant, zone);
            case DAY ->
                instant.atZone(zone)
                        .toLocalDate()
                        .plusDays(1)
                        .atStartOfDay(zone)
                        .toInstant();
            case MONTH ->
                YearMonth.from(instant.atZone(zone))
                        .plusMonths(1)
                        .atDay(1)
                        .atStartOfDay(zone)
                        .toInstant();
        };
    }

    /** The next full hour on the zone's clock, or the instant at which that clock is put forward or back. */
    private static Instant nextHour(Instant instant, ZoneId zone) {
        OffsetDateTime local = instant.atOffset(zone.getRules().getOffset(instant));
        Instant full = local.truncatedTo(ChronoUnit.HOURS).plusHours(1).toInstant();
        ZoneOffsetTransition change = zone.getRules().nextTransition(instant);
        return change != null && change.getInstant().isBefore(full) ? change.getInstant() : full;
    }

    /** E.g. {@code day}, as the API names it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
