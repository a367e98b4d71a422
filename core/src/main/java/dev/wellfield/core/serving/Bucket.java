package dev.wellfield.core.serving;

import org.jspecify.annotations.Nullable;

/**
 * A limit of a minute that fills up continuously and holds a minute's worth. What a request reserves is corrected when it
 * turns out what it used, and then the bucket is as if it had taken that from the beginning: so what is used in any time
 * is at most what the bucket held and what flowed in. Giving back simply what was left over would grant it twice, once
 * when the bucket had filled up meanwhile and once more at the end.
 *
 * <p>Counts in parts, of which a whole has 60,000,000: {@code perMinute} of them flow in each microsecond, so there is
 * nothing to round. Not for several threads.
 */
final class Bucket {
    private static final long PARTS = 60_000_000;
    /** Stands for any number that matters no more; four of them can be added up. */
    private static final long MOST = Long.MAX_VALUE / 4;

    private final long perMinute;
    private final long capacity;
    private long level;
    private long atMicros;
    private @Nullable Open last;

    /**
     * A reservation that isn't settled. What happened after it and before the next one is a function of the level: it
     * rose by {@code shift}, but no higher than {@code cap}.
     */
    static final class Open {
        private long reserved;
        private long levelBefore;
        private long shift;
        private long cap = MOST;
        private @Nullable Open previous;
        private @Nullable Open next;

        private Open(long levelBefore, long reserved) {
            this.levelBefore = levelBefore;
            this.reserved = reserved;
        }

        private long levelAfter() {
            return Math.min(levelBefore - reserved + shift, cap);
        }

        private void flow(long more, long most) {
            shift = within(shift + more);
            cap = Math.min(within(cap + more), most);
        }
    }

    /** A full one. */
    Bucket(long perMinute, long nowMicros) {
        this.perMinute = perMinute;
        this.capacity = perMinute * PARTS;
        this.level = capacity;
        this.atMicros = nowMicros;
    }

    /** One with another limit, out of which as much has been taken. */
    Bucket resized(long otherPerMinute, long nowMicros) {
        advance(nowMicros);
        Bucket other = new Bucket(otherPerMinute, nowMicros);
        other.level -= capacity - level;
        return other;
    }

    long perMinute() {
        return perMinute;
    }

    /** What may be taken now; negative while more was used than reserved. */
    long remaining(long nowMicros) {
        advance(nowMicros);
        return Math.floorDiv(level, PARTS);
    }

    boolean isFull(long nowMicros) {
        advance(nowMicros);
        return level == capacity;
    }

    /** Until so many may be taken; {@link Long#MAX_VALUE} if that never comes. */
    long waitMicros(long amount, long nowMicros) {
        advance(nowMicros);
        if (amount > perMinute || perMinute == 0) {
            return Long.MAX_VALUE;
        }
        return Math.max(0, Math.ceilDiv(amount * PARTS - level, perMinute));
    }

    /** Takes for good. */
    void take(long amount, long nowMicros) {
        settle(reserve(amount, nowMicros), amount, nowMicros);
    }

    /** Takes until it is settled. */
    Open reserve(long amount, long nowMicros) {
        advance(nowMicros);
        Open open = new Open(level, amount * PARTS);
        open.previous = last;
        if (last != null) {
            last.next = open;
        }
        last = open;
        level -= open.reserved;
        return open;
    }

    /** Puts what was used in the place of what was reserved. Takes as long as there are younger reservations. */
    void settle(Open settled, long used, long nowMicros) {
        advance(nowMicros);
        settled.reserved = Math.min(used, Limits.MOST_PER_MINUTE) * PARTS;
        long after = settled.levelAfter();
        for (Open open = settled.next; open != null; open = open.next) {
            open.levelBefore = after;
            after = open.levelAfter();
        }
        level = after;
        remove(settled);
    }

    private void remove(Open settled) {
        Open previous = settled.previous;
        Open next = settled.next;
        if (previous != null) {
            previous.next = next;
            previous.flow(-settled.reserved, MOST);
            previous.flow(settled.shift, settled.cap);
        }
        if (next == null) {
            last = previous;
        } else {
            next.previous = previous;
        }
    }

    private void advance(long nowMicros) {
        long micros = Math.max(0, nowMicros - atMicros);
        atMicros += micros;
        long in = micros > MOST / Math.max(1, perMinute) ? MOST : micros * perMinute;
        level = Math.min(level + in, capacity);
        if (last != null) {
            last.flow(in, capacity);
        }
    }

    private static long within(long parts) {
        return Math.clamp(parts, -MOST, MOST);
    }
}
