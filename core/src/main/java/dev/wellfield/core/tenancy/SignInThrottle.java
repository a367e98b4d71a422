package dev.wellfield.core.tenancy;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Slows down whoever guesses passwords: by name and address together, by address, and, with more patience, by name from
 * anywhere, so that nobody can lock somebody else out for long. An attempt counts when it begins, so that many at once are
 * no way around. Not safe for several threads: its owner guards it. It holds a limited number of names and forgets the
 * oldest first.
 */
public final class SignInThrottle {
    private static final int MOST_KEYS = 10_000;
    private static final Duration FORGOTTEN = Duration.ofMinutes(15);

    private final Map<String, Failures> failures = new LinkedHashMap<>();

    /** @param blockedUntil the next attempt may not begin before */
    private record Failures(int count, Instant last, Instant blockedUntil) {}

    /** How many attempts are free, and how long the wait becomes at most. */
    private record Patience(int free, Duration longest) {
        /** Doubles from one second on with each attempt that isn't free. */
        Duration after(int count) {
            if (count < free) {
                return Duration.ZERO;
            }
            Duration wait = Duration.ofSeconds(1L << Math.min(count - free, 20));
            return wait.compareTo(longest) > 0 ? longest : wait;
        }
    }

    private record Key(String text, Patience patience) {}

    private static List<Key> keys(String name, String address) {
        return List.of(
                new Key("pair " + name + " " + address, new Patience(5, Duration.ofMinutes(5))),
                new Key("address " + address, new Patience(30, Duration.ofMinutes(5))),
                new Key("name " + name, new Patience(50, Duration.ofSeconds(30))));
    }

    /** How long to wait; zero means that the attempt has begun and counts as failed until it {@link #succeeded}. */
    public Duration begin(String name, String address, Instant now) {
        Duration wait = Duration.ZERO;
        for (Key key : keys(name, address)) {
            Failures known = known(key, now);
            if (known != null && known.blockedUntil().isAfter(now)) {
                Duration left = Duration.between(now, known.blockedUntil());
                wait = left.compareTo(wait) > 0 ? left : wait;
            }
        }
        if (wait.isZero()) {
            keys(name, address).forEach(key -> count(key, now));
        }
        return wait;
    }

    /** The attempt was right: what counted against the name is forgotten, and the address gets its attempt back. */
    public void succeeded(String name, String address, Instant now) {
        List<Key> keys = keys(name, address);
        failures.remove(keys.get(0).text());
        failures.remove(keys.get(2).text());
        Failures known = known(keys.get(1), now);
        if (known != null) {
            failures.put(keys.get(1).text(), new Failures(known.count() - 1, known.last(), now));
        }
    }

    private @Nullable Failures known(Key key, Instant now) {
        Failures known = failures.get(key.text());
        return known == null || known.last().plus(FORGOTTEN).isBefore(now) ? null : known;
    }

    private void count(Key key, Instant now) {
        Failures known = known(key, now);
        int count = known == null ? 1 : known.count() + 1;
        failures.remove(key.text());
        failures.put(
                key.text(), new Failures(count, now, now.plus(key.patience().after(count))));
        if (failures.size() > MOST_KEYS) {
            failures.remove(failures.keySet().iterator().next());
        }
    }
}
