package dev.wellfield.core.serving;

import dev.wellfield.core.serving.Allowances.Admission;
import dev.wellfield.core.serving.Allowances.Budget;
import dev.wellfield.core.serving.Allowances.Measure;
import dev.wellfield.core.serving.Allowances.Scope;
import dev.wellfield.core.serving.Allowances.Standing;
import dev.wellfield.core.serving.Allowances.TokenAsk;
import org.jspecify.annotations.Nullable;

/** What one key or one tenant has in use. Not for several threads. */
final class Account {
    private static final long NANOS_PER_MICRO = 1_000;
    /** A place may come free at any moment; a caller needn't ask for it more often. */
    private static final long PLACE_RETRY_NANOS = 1_000_000_000L;

    private final Scope scope;
    private Limits limits = Limits.NONE;
    private int inside;
    private @Nullable Bucket requests;
    private @Nullable Bucket tokens;

    Account(Scope scope) {
        this.scope = scope;
    }

    /** What a request holds of an account. */
    record Taken(Account account, @Nullable Bucket tokens, Bucket.@Nullable Open open) {
        void settle(long used, long nowMicros) {
            account.inside--;
            if (tokens != null && open != null) {
                tokens.settle(open, used, nowMicros);
            }
        }
    }

    /** Limits may change at any time; what is in use stays. */
    void limits(Limits now, long nowMicros) {
        if (!now.equals(limits)) {
            limits = now;
            requests = resized(requests, now.requestsPerMinute(), nowMicros);
            tokens = resized(tokens, now.tokensPerMinute(), nowMicros);
        }
    }

    private static @Nullable Bucket resized(@Nullable Bucket before, @Nullable Long perMinute, long nowMicros) {
        if (perMinute == null) {
            return null;
        }
        if (before == null) {
            return new Bucket(perMinute, nowMicros);
        }
        return before.perMinute() == perMinute ? before : before.resized(perMinute, nowMicros);
    }

    /** What keeps it from ever taking such a request; null if nothing does. */
    @Nullable
    Admission excess(TokenAsk ask, Standing standing) {
        Long most = limits.tokensPerMinute();
        return most != null && ask.least() > most ? new Admission.TooLarge(scope, most, ask.least(), standing) : null;
    }

    /** What keeps it from taking one more request now; null if nothing does. */
    @Nullable
    Admission shortfall(TokenAsk ask, Standing standing, long nowMicros) {
        Integer places = limits.concurrentRequests();
        if (places != null && inside >= places) {
            return new Admission.Refused(scope, Measure.CONCURRENT_REQUESTS, places, 1, PLACE_RETRY_NANOS, standing);
        }
        if (requests != null && requests.remaining(nowMicros) < 1) {
            return refused(Measure.REQUESTS_PER_MINUTE, requests, 1, standing, nowMicros);
        }
        if (tokens != null && tokens.remaining(nowMicros) < ask.least()) {
            return refused(Measure.TOKENS_PER_MINUTE, tokens, ask.least(), standing, nowMicros);
        }
        return null;
    }

    private Admission refused(Measure measure, Bucket bucket, long asked, Standing standing, long nowMicros) {
        long wait = bucket.waitMicros(asked, nowMicros);
        return new Admission.Refused(scope, measure, bucket.perMinute(), asked, nanos(wait), standing);
    }

    private static long nanos(long micros) {
        return micros > Long.MAX_VALUE / NANOS_PER_MICRO ? Long.MAX_VALUE : micros * NANOS_PER_MICRO;
    }

    /** How many of so many tokens there are. */
    long available(long most, long nowMicros) {
        return tokens == null ? most : Math.min(most, tokens.remaining(nowMicros));
    }

    Taken take(long reserved, long nowMicros) {
        inside++;
        if (requests != null) {
            requests.take(1, nowMicros);
        }
        return new Taken(this, tokens, tokens == null ? null : tokens.reserve(reserved, nowMicros));
    }

    @Nullable
    Budget requests(long nowMicros) {
        return budget(requests, nowMicros);
    }

    @Nullable
    Budget tokens(long nowMicros) {
        return budget(tokens, nowMicros);
    }

    private static @Nullable Budget budget(@Nullable Bucket bucket, long nowMicros) {
        if (bucket == null) {
            return null;
        }
        long wait = bucket.waitMicros(bucket.perMinute(), nowMicros);
        return new Budget(bucket.perMinute(), Math.max(0, bucket.remaining(nowMicros)), nanos(wait));
    }

    /** Whether forgetting it would change nothing. */
    boolean isIdle(long nowMicros) {
        return inside == 0
                && (requests == null || requests.isFull(nowMicros))
                && (tokens == null || tokens.isFull(nowMicros));
    }
}
