package dev.wellfield.core.watch;

import dev.wellfield.core.watch.AlertState.Acknowledgement;
import dev.wellfield.core.watch.AlertState.Firing;
import dev.wellfield.core.watch.AlertState.Pending;
import dev.wellfield.core.watch.Rule.Code;
import dev.wellfield.core.watch.Rule.Severity;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * A rule that one thing breaks, from when that began until it is over.
 *
 * @param signal as it was last seen
 * @param value that the rule compared, as it last was
 * @param threshold that it exceeded
 * @param seenAt when the thing was last looked at
 */
public record Alert(
        UUID id,
        Code rule,
        Severity severity,
        Signal signal,
        long value,
        long threshold,
        AlertState state,
        Instant seenAt) {

    static Optional<Alert> begin(Supplier<UUID> ids, Rule rule, Signal signal, long value, Instant now) {
        if (!rule.brokenBy(value)) {
            return Optional.empty();
        }
        AlertState state = new Pending(now).stillBroken(rule.lasting(), now);
        return Optional.of(
                new Alert(ids.get(), rule.code(), rule.severity(), signal, value, rule.threshold(), state, now));
    }

    /** What people call it: one is open under a name at a time, e.g. {@code engine-down.inference.chat}. */
    public String name() {
        return name(rule, signal);
    }

    static String name(Code rule, Signal signal) {
        return rule.wireName() + "." + signal.about();
    }

    /**
     * After another look at its thing; empty if it was pending and is no more. What happened between looks that are further
     * apart than {@code gap} nobody knows: waiting begins anew.
     */
    Optional<Alert> seen(Rule rule, Signal signal, long value, Duration gap, Instant now) {
        boolean blind = Duration.between(seenAt, now).compareTo(gap) > 0;
        if (rule.brokenBy(value)) {
            AlertState next = switch (state) {
                case Pending pending -> blind ? new Pending(now) : pending.stillBroken(rule.lasting(), now);
                case Firing firing -> firing.broken();
                case AlertState.Resolved resolved -> resolved;
            };
            return Optional.of(new Alert(id, this.rule, severity, signal, value, rule.threshold(), next, now));
        }
        return quiet(rule.quiet(), blind, now)
                .map(next -> new Alert(id, this.rule, severity, signal, value, rule.threshold(), next, now));
    }

    /** After a look at which its thing was no more; it keeps what was last known. */
    Optional<Alert> missed(Duration quiet, Duration gap, Instant now) {
        boolean blind = Duration.between(seenAt, now).compareTo(gap) > 0;
        return quiet(quiet, blind, now).map(next -> new Alert(id, rule, severity, signal, value, threshold, next, now));
    }

    private Optional<AlertState> quiet(Duration quiet, boolean blind, Instant now) {
        return switch (state) {
            case Pending ignored -> Optional.empty();
            case Firing firing -> {
                Instant from = firing.quietSince() == null || blind ? now : firing.quietSince();
                yield Optional.of(firing.quiet(from, quiet, now));
            }
            case AlertState.Resolved resolved -> Optional.of(resolved);
        };
    }

    /** With somebody who cares; empty if it doesn't fire. */
    public Optional<Alert> acknowledge(Acknowledgement by) {
        return state instanceof Firing firing
                ? Optional.of(new Alert(id, rule, severity, signal, value, threshold, firing.acknowledge(by), seenAt))
                : Optional.empty();
    }
}
