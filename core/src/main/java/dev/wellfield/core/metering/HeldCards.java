package dev.wellfield.core.metering;

import dev.wellfield.core.pool.Allocation;
import dev.wellfield.core.pool.CardModel;
import dev.wellfield.core.pool.Share;
import dev.wellfield.core.tenancy.PlanType;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The time for which an allocation's cards are held, from the start of its process to its end.
 *
 * @param endedAt null while it runs
 * @param endInferred nobody saw the end
 */
public record HeldCards(
        Allocation allocation,
        String workload,
        CardModel model,
        PlanType plan,
        Instant startedAt,
        @Nullable Instant endedAt,
        boolean endInferred) {

    /**
     * The facts that are certain by {@code now}: full hours that have passed, and the rest once it has ended. Calling it
     * again later gives the same ones and more.
     */
    public List<UsageFact.CardTime> certainFacts(Instant now) {
        List<UsageFact.CardTime> facts = new ArrayList<>();
        for (TimeWindow hour : until(endedAt == null ? now : endedAt).hours()) {
            if (endedAt != null || endsOnTheHour(hour)) {
                facts.addAll(facts(hour));
            }
        }
        return facts;
    }

    /** What has been held up to {@code now} beyond the certain facts: the hour that is still running. */
    public List<UsageFact.CardTime> openFacts(Instant now) {
        if (endedAt != null) {
            return List.of();
        }
        List<TimeWindow> hours = until(now).hours();
        if (hours.isEmpty()) {
            return List.of();
        }
        return endsOnTheHour(hours.getLast()) ? List.of() : facts(hours.getLast());
    }

    private static boolean endsOnTheHour(TimeWindow window) {
        return window.to().equals(window.to().truncatedTo(ChronoUnit.HOURS));
    }

    private TimeWindow until(Instant end) {
        return new TimeWindow(startedAt, end.isBefore(startedAt) ? startedAt : end);
    }

    private List<UsageFact.CardTime> facts(TimeWindow window) {
        List<UsageFact.CardTime> facts = new ArrayList<>();
        for (Share share : allocation.shares()) {
            facts.add(new UsageFact.CardTime(
                    allocation.id(),
                    allocation.tenant(),
                    workload,
                    allocation.pool(),
                    model.name(),
                    allocation.node(),
                    share.card(),
                    share.cardsMilli(model),
                    plan,
                    window,
                    allocation.simulated(),
                    endInferred && window.to().equals(endedAt)));
        }
        return facts;
    }
}
