package dev.wellfield.cli;

import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.Violation;
import dev.wellfield.cli.show.Parsed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Gathers all that is wrong with the options of one call, so that it is said at once. */
final class Violations {
    private final List<Violation> violations = new ArrayList<>();

    void add(String field, @Nullable String value, String expected) {
        violations.add(new Violation(field, value, expected));
    }

    /** The amount, or 0 with a violation noted. */
    long amount(String field, String value, Parsed parsed) {
        return switch (parsed) {
            case Parsed.Amount(long amount) -> amount;
            case Parsed.Wrong(String expected) -> {
                add(field, value, expected);
                yield 0;
            }
        };
    }

    /** The instant, or null with a violation noted. */
    @Nullable
    Instant instant(String field, String value, Optional<Instant> parsed) {
        if (parsed.isEmpty()) {
            add(field, value, "an instant (2026-12-01T10:00:00Z), a day (2026-12-01) or a duration (12h, 30d)");
        }
        return parsed.orElse(null);
    }

    boolean isEmpty() {
        return violations.isEmpty();
    }

    /** Ends the command if anything is wrong. */
    void check() {
        if (!violations.isEmpty()) {
            throw Failure.usage(violations);
        }
    }
}
