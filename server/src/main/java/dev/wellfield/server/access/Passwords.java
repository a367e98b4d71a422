package dev.wellfield.server.access;

import dev.wellfield.core.tenancy.PasswordHash;
import dev.wellfield.core.tenancy.PasswordRule;
import dev.wellfield.core.tenancy.SignInThrottle;
import dev.wellfield.server.rest.FieldError;
import dev.wellfield.server.rest.Problem;
import dev.wellfield.store.Transaction;
import dev.wellfield.store.Users;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks and makes passwords. A check costs a good part of a second of a processor on purpose, so few run at a time, and
 * whoever guesses has to wait. Any thread.
 */
final class Passwords {
    private static final int AT_A_TIME = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Nobody's: checked where there is none, so that an unknown name takes as long as a wrong password. */
    private static final PasswordHash NOBODYS =
            new PasswordHash(PasswordHash.ITERATIONS, "AAAAAAAAAAAAAAAAAAAAAA", "AAAA");

    private final RandomGenerator random;
    private final SignInThrottle throttle = new SignInThrottle();
    private final Semaphore running = new Semaphore(AT_A_TIME, true);

    Passwords(RandomGenerator random) {
        this.random = random;
    }

    /**
     * Whether this is the password.
     *
     * @param known the hash to check against; null where there is no such user, or one without a password
     * @throws dev.wellfield.server.rest.ProblemException 429 after too many that were wrong
     */
    boolean right(String name, String address, Instant now, @Nullable PasswordHash known, String given) {
        String key = name.toLowerCase(Locale.ROOT);
        begin(key, address, now);
        boolean matches = limited(() -> (known == null ? NOBODYS : known).matches(given)) && known != null;
        if (matches) {
            synchronized (throttle) {
                throttle.succeeded(key, address, now);
            }
        }
        return matches;
    }

    private void begin(String name, String address, Instant now) {
        Duration wait;
        synchronized (throttle) {
            wait = throttle.begin(name, address, now);
        }
        if (!wait.isZero()) {
            long seconds = Math.max(1, wait.plusMillis(999).toSeconds());
            throw Problem.of(
                            429,
                            "too-many-attempts",
                            "Too many attempts",
                            "There were too many wrong passwords. Try again in " + seconds + " s.")
                    .withHeader("Retry-After", Long.toString(seconds))
                    .exception();
        }
    }

    /** The hash to keep. */
    PasswordHash hash(String password) {
        return limited(() -> PasswordHash.of(password, random));
    }

    /**
     * Refuses a new password that is too easily guessed.
     *
     * @param pointer where it was given
     */
    static void check(String pointer, String password, @Nullable String name, @Nullable String email) {
        List<String> own = Stream.of(Optional.ofNullable(name), Optional.ofNullable(email))
                .flatMap(Optional::stream)
                .toList();
        PasswordRule.wrong(password, own).ifPresent(expected -> {
            throw Problem.invalid(FieldError.missing(pointer, expected)).exception();
        });
    }

    /** One answer for whatever is wrong. */
    static Problem wrong() {
        return Problem.unauthorized("Name or password is wrong.");
    }

    /** The hash of somebody who may sign in. */
    static @Nullable PasswordHash of(Transaction tx, Optional<Users.User> user) {
        return user.filter(it -> !it.disabled())
                .flatMap(it -> tx.users().password(it.id()))
                .orElse(null);
    }

    private <T> T limited(Supplier<T> work) {
        try {
            if (!running.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw Problem.unavailable("busy", "Too many passwords are being checked right now.", 5)
                        .exception();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Problem.unavailable("busy", "The server is stopping.", 5).exception();
        }
        try {
            return work.get();
        } finally {
            running.release();
        }
    }
}
