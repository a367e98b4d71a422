package dev.wellfield.gateway;

import java.time.InstantSource;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Makes UUIDv7: milliseconds since 1970, then random bits. Owned by one event loop. */
final class RequestIds {
    private static final long VERSION = 7L << 12;
    private static final long VARIANT = 1L << 63;

    private final InstantSource clock;
    private final RandomGenerator random;

    RequestIds(InstantSource clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    UUID next() {
        long high = clock.millis() << 16 | VERSION | random.nextLong() >>> 52;
        long low = VARIANT | random.nextLong() >>> 2;
        return new UUID(high, low);
    }

    /** The instant in a UUIDv7 in seconds since 1970; 0 in any other. */
    static long seconds(UUID id) {
        return id.version() == 7 ? (id.getMostSignificantBits() >>> 16) / 1_000 : 0;
    }
}
