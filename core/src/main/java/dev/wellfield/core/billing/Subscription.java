package dev.wellfield.core.billing;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * Cards that a tenant has reserved and pays for whether it uses them or not.
 *
 * @param units number of cards
 * @param startsOn first day, in the tenant's zone
 * @param endsOn the day after the last; null means that it goes on
 */
public record Subscription(
        String tenant,
        String name,
        String cardModel,
        int units,
        Term term,
        LocalDate startsOn,
        @Nullable LocalDate endsOn) {
    public Subscription {
        if (units < 1) {
            throw new IllegalArgumentException("units (" + units + ") must be at least 1");
        }
        if (endsOn != null && !endsOn.isAfter(startsOn)) {
            throw new IllegalArgumentException("endsOn (" + endsOn + ") must be after startsOn (" + startsOn + ")");
        }
    }

    /** For how long one has committed oneself; the longer, the cheaper. */
    public enum Term {
        MONTH,
        QUARTER,
        YEAR
    }
}
