package dev.wellfield.core.serving;

import org.jspecify.annotations.Nullable;

/**
 * Says whether one more request may be taken, from memory and at once. On one replica it counts alone; with several, each
 * counts against the part that it has leased. Called from event loops, so implementations are safe for many threads and
 * never block.
 */
public interface Allowances {
    /**
     * Takes one request's place under the key's and its tenant's limits.
     *
     * @param tenantLimit requests at a time of the tenant; null means no limit
     */
    Admission tryAdmit(ApiKey key, @Nullable Integer tenantLimit);

    /** What came of it. */
    sealed interface Admission {
        /** The place is taken until it is given back. */
        record Granted(Lease lease) implements Admission {}

        /**
         * There is none.
         *
         * @param scope whose limit it was
         * @param limit requests at a time
         */
        record Refused(Scope scope, int limit) implements Admission {}
    }

    /** Whose limit. */
    enum Scope {
        KEY,
        TENANT
    }

    /** A place that is taken. */
    interface Lease {
        /** Gives the place back; more than once does no harm. */
        void release();
    }
}
