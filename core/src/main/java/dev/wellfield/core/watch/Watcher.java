package dev.wellfield.core.watch;

import dev.wellfield.core.watch.AlertState.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Holds signals against rules: which alerts begin, fire and are over.
 *
 * @param gap looks that are further apart than this say nothing about the time between them
 */
public record Watcher(List<Rule> rules, Duration gap) {
    public Watcher {
        rules = List.copyOf(rules);
    }

    /**
     * What became of one alert.
     *
     * @param before null if it began now
     * @param after null if it was pending and is no more
     */
    public record Change(@Nullable Alert before, @Nullable Alert after) {
        /** Whether people are to be told that it fires. */
        public boolean fires() {
            return phase(after) == Phase.FIRING && phase(before) != Phase.FIRING;
        }

        /** Whether people are to be told that it is over. */
        public boolean resolves() {
            return phase(after) == Phase.RESOLVED;
        }

        private static @Nullable Phase phase(@Nullable Alert alert) {
            return alert == null ? null : alert.state().phase();
        }
    }

    /**
     * One look.
     *
     * @param open alerts that are pending or firing, at most one of a name
     * @param signals all that there are now, each once
     * @param ids for alerts that begin
     */
    public List<Change> look(List<Alert> open, List<Signal> signals, Instant now, Supplier<UUID> ids) {
        Map<String, Alert> left = new LinkedHashMap<>();
        open.forEach(alert -> left.put(alert.name(), alert));
        List<Change> changes = new ArrayList<>();
        for (Rule rule : rules) {
            for (Signal signal : signals) {
                OptionalLong value = rule.value(signal);
                if (value.isPresent()) {
                    Alert before = left.remove(Alert.name(rule.code(), signal));
                    Optional<Alert> after = before == null
                            ? Alert.begin(ids, rule, signal, value.getAsLong(), now)
                            : before.seen(rule, signal, value.getAsLong(), gap, now);
                    note(before, after, changes);
                }
            }
        }
        left.values().forEach(before -> note(before, before.missed(quiet(before), gap, now), changes));
        return changes;
    }

    private static void note(@Nullable Alert before, Optional<Alert> after, List<Change> changes) {
        if (before != null || after.isPresent()) {
            changes.add(new Change(before, after.orElse(null)));
        }
    }

    /** Of a rule that is no more there is nothing to wait for. */
    private Duration quiet(Alert alert) {
        return rules.stream()
                .filter(rule -> rule.code() == alert.rule())
                .map(Rule::quiet)
                .findFirst()
                .orElse(Duration.ZERO);
    }
}
