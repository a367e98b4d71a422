package dev.wellfield.server.watch;

import dev.wellfield.core.watch.Rule;
import java.time.Duration;
import java.util.List;

/**
 * How things are watched.
 *
 * @param period between two looks
 */
public record WatchSettings(List<Rule> rules, Duration period) {
    /** As in every installation. */
    public static final WatchSettings DEFAULT = new WatchSettings(Rule.BUILT_IN, Duration.ofSeconds(5));

    public WatchSettings {
        rules = List.copyOf(rules);
    }
}
