package dev.wellfield.core.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.core.pool.Dimension;
import dev.wellfield.core.scheduling.VirtualClock;
import dev.wellfield.core.watch.AlertState.Acknowledgement;
import dev.wellfield.core.watch.AlertState.Firing;
import dev.wellfield.core.watch.AlertState.Phase;
import dev.wellfield.core.watch.AlertState.Resolved;
import dev.wellfield.core.watch.Signal.LimitKind;
import dev.wellfield.core.watch.Signal.QuotaUse;
import dev.wellfield.core.watch.Watcher.Change;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WatcherTest {
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
    private static final Duration PERIOD = Duration.ofSeconds(5);
    private static final Duration GAP = Duration.ofMinutes(1);
    private static final Rule QUOTA = Rule.BUILT_IN.getFirst();

    private final VirtualClock clock = new VirtualClock(START);
    private final Watcher watcher = new Watcher(Rule.BUILT_IN, GAP);
    private final Map<UUID, Alert> alerts = new HashMap<>();
    private final List<String> told = new ArrayList<>();
    private long nextId;

    private static Signal use(long permille) {
        return new QuotaUse("training", "a100", Dimension.CARDS, permille, 1000, LimitKind.CEILING);
    }

    private List<Change> look(Signal... signals) {
        List<Alert> open = alerts.values().stream()
                .filter(it -> it.state().phase() != Phase.RESOLVED)
                .toList();
        List<Change> changes = watcher.look(open, List.of(signals), clock.instant(), () -> new UUID(0, ++nextId));
        for (Change change : changes) {
            if (change.after() == null) {
                alerts.remove(Objects.requireNonNull(change.before()).id());
            } else {
                alerts.put(change.after().id(), change.after());
            }
            if (change.fires() || change.resolves()) {
                told.add(Objects.requireNonNull(change.after()).state().phase() + " at "
                        + Duration.between(START, clock.instant()).toSeconds());
            }
        }
        return changes;
    }

    /** Looks each period until that much time has passed. */
    private void looks(Duration time, Signal... signals) {
        Instant end = clock.instant().plus(time);
        while (clock.instant().isBefore(end)) {
            look(signals);
            clock.advance(PERIOD);
        }
    }

    private @Nullable Phase phase() {
        return alerts.values().stream()
                .max((one, other) -> one.id().compareTo(other.id()))
                .map(it -> it.state().phase())
                .orElse(null);
    }

    @Test
    void a_quota_above_80_percent_fires_after_ten_minutes_and_resolves_after_five_quiet_ones() {
        looks(Duration.ofMinutes(10), use(801));
        assertThat(phase()).isEqualTo(Phase.PENDING);

        looks(Duration.ofMinutes(1), use(950));
        Alert firing = alerts.values().iterator().next();
        assertThat(firing.name()).isEqualTo("quota-high.training.a100.cards");
        assertThat(firing.value()).isEqualTo(950);
        assertThat(firing.threshold()).isEqualTo(800);
        assertThat(firing.state()).isEqualTo(new Firing(START, START.plusSeconds(600), null, null));

        looks(Duration.ofMinutes(6), use(800));
        assertThat(phase()).isEqualTo(Phase.RESOLVED);
        assertThat(told).containsExactly("FIRING at 600", "RESOLVED at 960");
    }

    @Test
    void what_dips_before_it_has_lasted_begins_anew_and_tells_nobody() {
        looks(Duration.ofMinutes(9), use(900));
        looks(PERIOD, use(700));
        assertThat(alerts).isEmpty();
        looks(Duration.ofMinutes(9), use(900));

        assertThat(phase()).isEqualTo(Phase.PENDING);
        assertThat(told).isEmpty();
    }

    @Test
    void what_comes_and_goes_is_told_once() {
        looks(Duration.ofMinutes(11), use(900));
        for (int i = 0; i < 10; i++) {
            looks(Duration.ofMinutes(4), use(100));
            looks(PERIOD, use(900));
        }

        assertThat(told).containsExactly("FIRING at 600");
        looks(Duration.ofMinutes(6), use(100));
        assertThat(told).hasSize(2);
    }

    @Test
    void a_thing_that_is_no_more_breaks_no_rule() {
        looks(Duration.ofMinutes(11), use(900));

        looks(Duration.ofMinutes(6));

        assertThat(phase()).isEqualTo(Phase.RESOLVED);
    }

    @Test
    void time_that_nobody_looked_at_counts_for_nothing() {
        look(use(900));
        clock.advance(Duration.ofHours(1));
        look(use(900));
        assertThat(phase()).isEqualTo(Phase.PENDING);
        clock.advance(PERIOD);

        looks(Duration.ofMinutes(11), use(900));
        assertThat(phase()).isEqualTo(Phase.FIRING);
        look(use(100));
        clock.advance(Duration.ofHours(1));
        look(use(100));
        assertThat(phase()).isEqualTo(Phase.FIRING);
    }

    @Test
    void an_alert_is_acknowledged_by_the_first_while_it_fires_and_that_stays() {
        look(use(900));
        Acknowledgement tina = new Acknowledgement("tina", START.plusSeconds(1), null);
        assertThat(alerts.values().iterator().next().acknowledge(tina)).isEmpty();
        clock.advance(PERIOD);
        looks(Duration.ofMinutes(11), use(900));
        Alert firing = alerts.values().iterator().next().acknowledge(tina).orElseThrow();
        assertThat(firing.acknowledge(new Acknowledgement("oscar", START, "me too")))
                .hasValue(firing);
        alerts.put(firing.id(), firing);

        looks(Duration.ofMinutes(6), use(100));

        assertThat(alerts.values())
                .allMatch(it -> it.state() instanceof Resolved resolved && tina.equals(resolved.acknowledgement()));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void whatever_happens_nothing_fires_early_twice_or_for_ever(long seed) {
        Random random = new Random(seed);
        boolean[] high = new boolean[6];
        @Nullable Instant[] since = new @Nullable Instant[high.length];
        for (int step = 0; step < 4000; step++) {
            List<Signal> signals = new ArrayList<>();
            for (int i = 0; i < high.length; i++) {
                high[i] = random.nextInt(i % 2 == 0 ? 200 : 40) == 0 ? !high[i] : high[i];
                boolean missing = random.nextInt(300) == 0;
                if (!missing) {
                    signals.add(new QuotaUse(
                            "t" + i, "a100", Dimension.MEMORY, high[i] ? 900 : 500, 1000, LimitKind.GUARANTEE));
                }
                since[i] = high[i] && !missing ? Objects.requireNonNullElse(since[i], clock.instant()) : null;
            }
            for (Change change : look(signals.toArray(Signal[]::new))) {
                if (change.fires()) {
                    int i = Integer.parseInt(Objects.requireNonNull(change.after())
                            .signal()
                            .about()
                            .substring(1, 2));
                    assertThat(Duration.between(Objects.requireNonNull(since[i]), clock.instant()))
                            .as("seed %d, step %d", seed, step)
                            .isGreaterThanOrEqualTo(QUOTA.lasting());
                }
            }
            Set<String> open = new HashSet<>();
            assertThat(alerts.values().stream()
                            .filter(it -> it.state().phase() != Phase.RESOLVED)
                            .map(Alert::name))
                    .as("seed %d, step %d", seed, step)
                    .allMatch(open::add);
            clock.advance(random.nextInt(1000) == 0 ? Duration.ofMinutes(3) : PERIOD);
        }
        assertThat(told).as("seed %d", seed).anyMatch(it -> it.startsWith("FIRING"));

        looks(Duration.ofMinutes(6));

        assertThat(alerts.values())
                .as("seed %d", seed)
                .allMatch(it -> it.state().phase() == Phase.RESOLVED);
    }
}
