package dev.wellfield.gateway.journal;

import dev.wellfield.core.serving.UsageRecord;
import dev.wellfield.core.serving.UsageSink;
import dev.wellfield.gateway.journal.JournalEntry.Settled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a journal's records to the database, on a thread of its own, in the order in which they were written. A batch
 * that fails is tried again until it is stored: a record is never passed over.
 */
public final class Shipper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Shipper.class);

    private static final int BATCH = 500;
    private static final long REST_MILLIS = 100;
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 5_000;

    private final Journal journal;
    private final UsageSink sink;
    private final InstantSource clock;
    private final Thread thread = Thread.ofVirtual().name("usage-shipper").unstarted(this::run);

    private volatile @Nullable Instant oldestWaiting;
    private final AtomicLong stored = new AtomicLong();
    private volatile boolean closing;
    private volatile long giveUpNanos;

    private record Batch(List<UsageRecord> records, Position end) {}

    private Shipper(Journal journal, UsageSink sink, InstantSource clock) {
        this.journal = journal;
        this.sink = sink;
        this.clock = clock;
    }

    public static Shipper start(Journal journal, UsageSink sink, InstantSource clock) {
        Shipper shipper = new Shipper(journal, sink, clock);
        shipper.thread.start();
        return shipper;
    }

    /** For how long the oldest record that isn't stored has been waiting. */
    public Duration lag() {
        Instant oldest = oldestWaiting;
        return oldest == null ? Duration.ZERO : Duration.between(oldest, clock.instant());
    }

    /** Records that were new to the database, since this started. */
    public long stored() {
        return stored.get();
    }

    /** An operator who repairs or measures something may hold shipping by a file beside the journal's; a close ships all the same. */
    private boolean held() {
        return !closing && Files.exists(journal.folder().hold());
    }

    private void run() {
        long pause = FIRST_PAUSE_MILLIS;
        while (true) {
            try {
                if (held() || !shipOne()) {
                    if (closing) {
                        return;
                    }
                    rest(REST_MILLIS);
                }
                if (pause > FIRST_PAUSE_MILLIS) {
                    LOG.info("usage records are stored again");
                }
                pause = FIRST_PAUSE_MILLIS;
            } catch (RuntimeException | IOException e) {
                if (pause == FIRST_PAUSE_MILLIS) {
                    LOG.warn(
                            "usage records can't be stored; they stay in the journal and are tried again: {}",
                            e.toString());
                }
                if (closing && System.nanoTime() - giveUpNanos > 0) {
                    return;
                }
                rest(pause + ThreadLocalRandom.current().nextLong(pause));
                pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
            }
        }
    }

    private static void rest(long millis) {
        LockSupport.parkNanos(millis * 1_000_000);
    }

    /** Stores one batch; false if there is none. */
    private boolean shipOne() throws IOException {
        Optional<Batch> next = next();
        if (next.isEmpty()) {
            oldestWaiting = null;
            return false;
        }
        Batch batch = next.get();
        if (!batch.records().isEmpty()) {
            oldestWaiting = batch.records().getFirst().settledAt();
            stored.addAndGet(sink.store(batch.records()));
        }
        journal.shipped().advance(batch.end());
        return true;
    }

    private Optional<Batch> next() throws IOException {
        Position from = journal.shipped().position();
        Position to = journal.synced();
        if (from.compareTo(to) >= 0) {
            return Optional.empty();
        }
        for (Segment segment : journal.folder().segments()) {
            if (segment.sequence() > from.sequence()) {
                // Whatever lies between has been taken away or read to its end.
                finished(from);
                return Optional.of(new Batch(List.of(), new Position(segment.sequence(), 0)));
            }
            if (segment.sequence() == from.sequence()) {
                Batch batch = read(segment, from, to);
                if (batch.end().compareTo(from) > 0) {
                    return Optional.of(batch);
                }
            }
        }
        return Optional.empty();
    }

    private static Batch read(Segment segment, Position from, Position to) throws IOException {
        List<UsageRecord> records = new ArrayList<>();
        try (SegmentReader reader = SegmentReader.open(segment)) {
            int limit = segment.sequence() == to.sequence() ? to.offset() : Integer.MAX_VALUE;
            int end = reader.read(from.offset(), limit, entry -> {
                if (entry instanceof Settled(UsageRecord record)) {
                    records.add(record);
                }
                return records.size() < BATCH;
            });
            return new Batch(records, new Position(segment.sequence(), Math.max(end, from.offset())));
        }
    }

    /** From now on it is kept for its time, then taken away. */
    private void finished(Position segment) throws IOException {
        var file = journal.folder().file(segment.sequence());
        if (Files.exists(file)) {
            Files.setLastModifiedTime(file, FileTime.from(clock.instant()));
        }
    }

    /** Ships what is durable now, as long as the database takes it and {@code within} lasts. */
    public void close(Duration within) {
        giveUpNanos = System.nanoTime();
        closing = true;
        LockSupport.unpark(thread);
        try {
            if (!thread.join(within)) {
                thread.interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        close(Duration.ofSeconds(5));
    }
}
