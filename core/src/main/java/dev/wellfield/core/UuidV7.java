package dev.wellfield.core;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Makes ids that sort by the time they were made (RFC 9562, version 7): 48 bits of milliseconds, 12 bits of the
 * millisecond's fraction, 62 random bits. Safe for many threads if {@code random} is.
 */
public final class UuidV7 implements Supplier<UUID> {
    private static final long VERSION = 0x7000L;
    private static final long VARIANT = 0x8000_0000_0000_0000L;
    private static final long RANDOM_BITS = 0x3FFF_FFFF_FFFF_FFFFL;
    private static final long NANOS_A_MILLI = 1_000_000L;

    private final InstantSource clock;
    private final RandomGenerator random;

    public UuidV7(InstantSource clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    @Override
    public UUID get() {
        Instant now = clock.instant();
        long millis = now.toEpochMilli();
        long nanosOfMilli = Duration.between(Instant.ofEpochMilli(millis), now).toNanos();
        long fraction = nanosOfMilli * 4096 / NANOS_A_MILLI;
        return new UUID((millis << 16) | VERSION | fraction, VARIANT | (random.nextLong() & RANDOM_BITS));
    }
}
