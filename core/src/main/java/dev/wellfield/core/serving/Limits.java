package dev.wellfield.core.serving;

import org.jspecify.annotations.Nullable;

/**
 * What a key or a tenant may have of the gateway; null means no limit. Those of a minute fill up continuously: in any 60
 * seconds at most twice the number is granted, a minute's worth that had been saved up and one that flows in.
 *
 * @param concurrentRequests at a time
 * @param requestsPerMinute admitted
 * @param tokensPerMinute of prompts and answers together
 */
public record Limits(
        @Nullable Integer concurrentRequests,
        @Nullable Long requestsPerMinute,
        @Nullable Long tokensPerMinute) {
    /** The largest limit of a minute: far beyond what any engines do, and sums of it don't overflow. */
    public static final long MOST_PER_MINUTE = 10_000_000_000L;

    public static final Limits NONE = new Limits(null, null, null);

    public Limits {
        check("concurrentRequests", concurrentRequests == null ? null : Long.valueOf(concurrentRequests));
        check("requestsPerMinute", requestsPerMinute);
        check("tokensPerMinute", tokensPerMinute);
    }

    private static void check(String name, @Nullable Long limit) {
        if (limit != null && (limit < 0 || limit > MOST_PER_MINUTE)) {
            throw new IllegalArgumentException(name + " (" + limit + ") must be from 0 to " + MOST_PER_MINUTE);
        }
    }

    /** Only so many requests at a time. */
    public static Limits concurrent(int requests) {
        return new Limits(requests, null, null);
    }
}
