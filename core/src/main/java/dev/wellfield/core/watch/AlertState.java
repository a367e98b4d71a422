package dev.wellfield.core.watch;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Where an alert is in its life. Each state owns the transitions that leave it. */
public sealed interface AlertState {
    /** Since when the rule has been broken. */
    Instant since();

    default Phase phase() {
        return switch (this) {
            case Pending ignored -> Phase.PENDING;
            case Firing ignored -> Phase.FIRING;
            case Resolved ignored -> Phase.RESOLVED;
        };
    }

    /** When people were told; null if they haven't been. */
    default @Nullable Instant firedAtOrNull() {
        return switch (this) {
            case Pending ignored -> null;
            case Firing firing -> firing.firedAt();
            case Resolved resolved -> resolved.firedAt();
        };
    }

    /** Who cares; null if nobody has said so. */
    default @Nullable Acknowledgement acknowledgementOrNull() {
        return switch (this) {
            case Pending ignored -> null;
            case Firing firing -> firing.acknowledgement();
            case Resolved resolved -> resolved.acknowledgement();
        };
    }

    /** The names of the states as people see them. */
    enum Phase {
        PENDING,
        FIRING,
        RESOLVED
    }

    /**
     * Somebody has seen it and cares.
     *
     * @param note to the others; null if nothing was written
     */
    record Acknowledgement(String by, Instant at, @Nullable String note) {}

    /** The rule is broken, but not for long enough. */
    record Pending(Instant since) implements AlertState {
        /** Still broken: it fires once that has lasted. */
        AlertState stillBroken(Duration lasting, Instant now) {
            return Duration.between(since, now).compareTo(lasting) < 0 ? this : new Firing(since, now, null, null);
        }
    }

    /**
     * People are told.
     *
     * @param quietSince since when the rule hasn't been broken; null while it is
     */
    record Firing(
            Instant since,
            Instant firedAt,
            @Nullable Instant quietSince,
            @Nullable Acknowledgement acknowledgement) implements AlertState {
        Firing broken() {
            return new Firing(since, firedAt, null, acknowledgement);
        }

        /** No longer broken: it is over once that has lasted, so that what comes back at once tells nobody anew. */
        AlertState quiet(Instant from, Duration quiet, Instant now) {
            return Duration.between(from, now).compareTo(quiet) < 0
                    ? new Firing(since, firedAt, from, acknowledgement)
                    : new Resolved(since, firedAt, now, acknowledgement);
        }

        /** The first one counts. */
        Firing acknowledge(Acknowledgement by) {
            return acknowledgement == null ? new Firing(since, firedAt, quietSince, by) : this;
        }
    }

    /** It is over. */
    record Resolved(
            Instant since,
            Instant firedAt,
            Instant at,
            @Nullable Acknowledgement acknowledgement) implements AlertState {}
}
