package dev.wellfield.server.control;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Holds the machine's clock against its steady one, which nobody can set. While the clock has jumped, time is told as it
 * would be without the jump, so that nothing is charged for time that hasn't passed. That ends when the clock comes back, or
 * with the process: the next one believes what it finds. Any thread may ask.
 */
public final class ClockWatch implements InstantSource {
    /** Time servers move a clock by less without anybody noticing. */
    static final Duration TOLERANCE = Duration.ofSeconds(5);

    private static final Path UPTIME = Path.of("/proc/uptime");

    private final InstantSource wall;
    private final LongSupplier steadyNanos;
    private Instant anchor;
    private long anchorNanos;
    private Duration told = Duration.ZERO;

    /**
     * The clock has jumped, or come back.
     *
     * @param expected what it should have shown
     * @param found what it shows
     */
    public record Jump(Instant expected, Instant found) {
        /** Forward is positive. */
        public Duration by() {
            return Duration.between(expected, found);
        }
    }

    /** @param steadyNanos goes on whatever is done to the clock */
    public ClockWatch(InstantSource wall, LongSupplier steadyNanos) {
        this.wall = wall;
        this.steadyNanos = steadyNanos;
        this.anchor = wall.instant();
        this.anchorNanos = steadyNanos.getAsLong();
    }

    /** Against the time since the machine was started, sleep included; where that can't be read, Java's own. */
    public static ClockWatch ofThisMachine(InstantSource wall) {
        return new ClockWatch(wall, Files.isReadable(UPTIME) ? ClockWatch::uptimeNanos : System::nanoTime);
    }

    private static long uptimeNanos() {
        try {
            String text = Files.readString(UPTIME);
            return new BigDecimal(text.substring(0, text.indexOf(' ')))
                    .movePointRight(9)
                    .longValueExact();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Follows the clock while it moves as it should. */
    private synchronized Jump look() {
        Instant found = wall.instant();
        long nanos = steadyNanos.getAsLong();
        Instant expected = anchor.plusNanos(nanos - anchorNanos);
        Jump jump = new Jump(expected, found);
        if (jump.by().abs().compareTo(TOLERANCE) <= 0) {
            anchor = found;
            anchorNanos = nanos;
            return new Jump(found, found);
        }
        return jump;
    }

    /** How far the clock is from where it should be: zero unless it has jumped. */
    public Duration offset() {
        return look().by();
    }

    /** Now, as far as time has really passed: never later than the clock, never in a future that a jump has made. */
    @Override
    public Instant instant() {
        Jump now = look();
        return now.expected().isBefore(now.found()) ? now.expected() : now.found();
    }

    /** What the clock would have shown without its jump, for an instant that something else read from it just now. */
    public Instant corrected(Instant read) {
        Jump now = look();
        if (now.by().isZero()) {
            return read;
        }
        Instant corrected = read.minus(now.by());
        return corrected.isAfter(now.expected()) ? now.expected() : corrected;
    }

    /** A jump that hasn't been told yet: each is told once, and so is its end. */
    public synchronized Optional<Jump> untold() {
        Jump now = look();
        if (now.by().minus(told).abs().compareTo(TOLERANCE) <= 0) {
            return Optional.empty();
        }
        Jump jump = new Jump(now.found().minus(now.by().minus(told)), now.found());
        told = now.by();
        return Optional.of(jump);
    }
}
