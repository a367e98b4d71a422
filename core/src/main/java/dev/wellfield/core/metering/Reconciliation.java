package dev.wellfield.core.metering;

import dev.wellfield.core.serving.Outcome;
import dev.wellfield.core.serving.UsageRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.ToLongFunction;

/**
 * Holds the gateway's records against an engine's own counters over one window. What the counters may have grown by is a
 * range: requests that were open at an end of the window count in part, and an engine may have generated more of an aborted
 * answer than the gateway relayed. With neither, the range is one number and the two layers must be equal.
 */
public final class Reconciliation {
    /** What an engine may still generate after the caller of an unlimited request has left: a whole answer. */
    static final long UNLIMITED_ANSWER = 4_096;

    /** A sample's counters were read at its instant or at most this long before: a scrape takes its time. */
    public static final Duration READING = Duration.ofSeconds(2);

    private Reconciliation() {}

    /**
     * One measure in one window.
     *
     * @param measured by the counters
     * @param low the least that the records allow
     * @param high the most
     */
    public record Result(
            TimeWindow window, long measured, long low, long high, boolean openRequests, boolean abortedRequests) {
        public boolean agrees() {
            return difference() == 0;
        }

        /** Whether the counters surely speak of a request that was settled then: of later ones they weren't asked. */
        public boolean covers(Instant settledAt) {
            return countedAt(settledAt, window.to());
        }

        /** By how much the counters are beyond the records: negative where the records say more. */
        public long difference() {
            if (measured < low) {
                return measured - low;
            }
            return Math.max(0, measured - high);
        }
    }

    /** Both measures of one endpoint. */
    public record Both(Result prompt, Result completion) {}

    /**
     * Compares within {@code window} as far as there are samples: from the last one at or before its start (or from the
     * engine's own start, when it counted 0) to the last one before its end.
     *
     * @param samples of one endpoint, in order of time
     * @param records of the same endpoint: all that were open or settled at any time in the window
     * @return empty where no sample falls into the window
     */
    public static Optional<Both> reconcile(
            TimeWindow window, Instant engineStartedAt, List<CounterSample> samples, List<UsageRecord> records) {
        CounterSample zero = new CounterSample(zeroId(samples), engineStartedAt, 0, 0);
        CounterSample first = samples.stream()
                .filter(sample -> !sample.at().isAfter(window.from()))
                .reduce(zero, (earlier, later) -> later);
        Optional<CounterSample> last = samples.stream()
                .filter(sample ->
                        sample.at().isBefore(window.to()) && sample.at().isAfter(first.at()))
                .reduce((earlier, later) -> later);
        return last.map(it -> compare(first, it, records));
    }

    private static UUID zeroId(List<CounterSample> samples) {
        return samples.isEmpty() ? new UUID(0, 0) : samples.getFirst().endpointId();
    }

    private static Both compare(CounterSample first, CounterSample last, List<UsageRecord> records) {
        TimeWindow window = new TimeWindow(first.at(), last.at());
        return new Both(
                compare(
                        window,
                        last.promptTokens() - first.promptTokens(),
                        records,
                        Reconciliation::leastPrompt,
                        record -> mostPrompt(record) - leastPrompt(record)),
                compare(
                        window,
                        last.completionTokens() - first.completionTokens(),
                        records,
                        record -> record.tokens().completion(),
                        Reconciliation::moreThanRelayed));
    }

    private static Result compare(
            TimeWindow window,
            long measured,
            List<UsageRecord> records,
            ToLongFunction<UsageRecord> tokens,
            ToLongFunction<UsageRecord> more) {
        long low = 0;
        long high = 0;
        boolean open = false;
        boolean aborted = false;
        for (UsageRecord record : records) {
            if (!record.startedAt().isBefore(window.to()) || countedAt(record.settledAt(), window.from())) {
                continue;
            }
            boolean inside = !record.startedAt().isBefore(window.from()) && countedAt(record.settledAt(), window.to());
            long extra = more.applyAsLong(record);
            low += inside ? tokens.applyAsLong(record) : 0;
            high += tokens.applyAsLong(record) + extra;
            open |= !inside;
            aborted |= extra > 0;
        }
        return new Result(window, measured, low, high, open, aborted);
    }

    /** Whether all of a request that was settled then is in the counters of the sample. */
    private static boolean countedAt(Instant settledAt, Instant sample) {
        return !settledAt.plus(READING).isAfter(sample);
    }

    /** Engines count a prompt once for each answer, when that begins; of an answer that broke off one had. */
    private static long leastPrompt(UsageRecord record) {
        return record.outcome() == Outcome.COMPLETED
                ? record.tokens().prompt() * record.choices()
                : record.tokens().prompt();
    }

    /** Left before the first token: the engine may have counted the prompt all the same. */
    private static long mostPrompt(UsageRecord record) {
        if (refused(record)) {
            return 0;
        }
        boolean unseen =
                record.outcome() != Outcome.COMPLETED && record.tokens().prompt() == 0;
        return (unseen ? record.promptBound() : record.tokens().prompt()) * record.choices();
    }

    /** The engine found fault with the request and didn't begin: it counts nothing then. */
    private static boolean refused(UsageRecord record) {
        return record.outcome() == Outcome.UPSTREAM_FAILED && record.status() >= 400 && record.status() < 500;
    }

    private static long moreThanRelayed(UsageRecord record) {
        if (record.outcome() == Outcome.COMPLETED || refused(record)) {
            return 0;
        }
        long most = record.maxTokens() == null ? UNLIMITED_ANSWER : record.maxTokens();
        return Math.max(0, most - record.tokens().completion());
    }
}
