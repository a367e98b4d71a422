package dev.wellfield.core.scheduling;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that goes only when it is told to, and never back. Any thread may call it. */
public final class VirtualClock implements InstantSource {
    private volatile Instant now;

    public VirtualClock(Instant now) {
        this.now = now;
    }

    @Override
    public Instant instant() {
        return now;
    }

    public void advanceTo(Instant later) {
        if (later.isBefore(now)) {
            throw new IllegalArgumentException("later (" + later + ") must not be before now (" + now + ")");
        }
        now = later;
    }

    public void advance(Duration time) {
        advanceTo(now.plus(time));
    }
}
