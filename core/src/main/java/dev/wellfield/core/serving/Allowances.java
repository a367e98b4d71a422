package dev.wellfield.core.serving;

import org.jspecify.annotations.Nullable;

/**
 * Says whether one more request may be taken, from memory and at once. On one replica it counts alone; with several, each
 * counts against the part that it has leased: what is left is then said of that part, and a shortfall of it is a refusal
 * for a moment. Called from event loops, so implementations are safe for many threads and never block. Times are of the
 * monotonic clock, in nanoseconds, and are passed in.
 */
public interface Allowances {
    /** Takes what one request needs under the limits of its key and its tenant, or nothing at all. */
    Admission tryAdmit(Ask ask, long nowNanos);

    /**
     * What one request needs.
     *
     * @param tenant the limits of the key's tenant
     */
    record Ask(ApiKey key, Limits tenant, TokenAsk tokens) {}

    /**
     * The tokens that a request may cost, prompts and answers together.
     *
     * @param least without so many it can't be taken
     * @param most that it can cost; if fewer are left, it is taken with those
     */
    record TokenAsk(long least, long most) {
        public TokenAsk {
            if (least < 0 || most < least) {
                throw new IllegalArgumentException(
                        "tokens (" + least + " to " + most + ") must be from 0 up, in order");
            }
        }

        /** Exactly so many. */
        public static TokenAsk of(long tokens) {
            return new TokenAsk(tokens, tokens);
        }
    }

    /** What came of it. In each, what is left is said as it is afterwards. */
    sealed interface Admission {
        /** All is taken until it is settled. */
        record Granted(Lease lease, Standing standing) implements Admission {}

        /**
         * Not now.
         *
         * @param scope whose limit it was
         * @param asked how many of the measure the request needs
         * @param retryNanos when it may be granted, if nothing else is asked for till then
         */
        record Refused(Scope scope, Measure measure, long limit, long asked, long retryNanos, Standing standing)
                implements Admission {}

        /** Never: the request needs more tokens than there are in a minute. */
        record TooLarge(Scope scope, long limit, long asked, Standing standing) implements Admission {}
    }

    /** Whose limit. */
    enum Scope {
        KEY,
        TENANT
    }

    /** What is limited. */
    enum Measure {
        CONCURRENT_REQUESTS,
        REQUESTS_PER_MINUTE,
        TOKENS_PER_MINUTE
    }

    /** What is left of the tighter of the key's and its tenant's limits; null where neither has one. */
    record Standing(@Nullable Budget requests, @Nullable Budget tokens) {
        /** Where nothing is limited. */
        public static final Standing UNLIMITED = new Standing(null, null);
    }

    /**
     * One limit of a minute now.
     *
     * @param remaining that may be taken at once
     * @param resetNanos until it is whole again, if nothing is taken till then
     */
    record Budget(long limit, long remaining, long resetNanos) {}

    /** What one request has taken. */
    interface Lease {
        /**
         * The request is over: its place is free again, and of the tokens that it had reserved it has used so many; if
         * it used more, that is taken too. A second time does nothing.
         */
        void settle(long tokens, long nowNanos);
    }
}
