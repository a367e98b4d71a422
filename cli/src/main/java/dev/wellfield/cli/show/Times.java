package dev.wellfield.cli.show;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Instants as people write and read them; all in UTC, as the API has them. */
public final class Times {
    private Times() {}

    /** How long ago, e.g. {@code 3m}; empty for an empty text. */
    public static String age(String instant, Instant now) {
        return parse(instant)
                .map(at -> Units.duration(Duration.between(at, now)))
                .orElse("");
    }

    /** To the second, e.g. {@code 2026-12-01T10:00:00Z}; as it stands if it isn't an instant. */
    public static String seconds(String instant) {
        return parse(instant)
                .map(at -> at.truncatedTo(ChronoUnit.SECONDS).toString())
                .orElse(instant);
    }

    public static Optional<Instant> parse(String instant) {
        try {
            return instant.isEmpty()
                    ? Optional.empty()
                    : Optional.of(OffsetDateTime.parse(instant).toInstant());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** A point in the past as an option: an instant, a day (its start in the zone), or a duration before now. */
    public static Optional<Instant> past(String text, Instant now, ZoneId zone) {
        if (Units.seconds(text) instanceof Parsed.Amount(long seconds)) {
            return Optional.of(now.minusSeconds(seconds));
        }
        return point(text, zone);
    }

    /** A point in the future as an option: an instant, a day (its start in UTC), or a duration from now. */
    public static Optional<Instant> future(String text, Instant now) {
        if (Units.seconds(text) instanceof Parsed.Amount(long seconds)) {
            return Optional.of(now.plusSeconds(seconds).truncatedTo(ChronoUnit.SECONDS));
        }
        return point(text, ZoneOffset.UTC);
    }

    private static Optional<Instant> point(String text, ZoneId zone) {
        Optional<Instant> instant = parse(text);
        if (instant.isPresent()) {
            return instant;
        }
        try {
            return Optional.of(LocalDate.parse(text).atStartOfDay(zone).toInstant());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
