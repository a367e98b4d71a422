package dev.wellfield.gateway.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one segment ready, filled with zeros so that its room on the disk is certain, and takes away old ones. A thread of
 * its own does both; the journal's thread takes what is ready and never waits for it.
 */
final class SegmentStock implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SegmentStock.class);

    private static final long ROUND_NANOS = 1_000_000_000L;
    private static final long MOST_WAIT_NANOS = 3_000_000_000L;
    private static final long SHORT_WAIT_NANOS = 1_000_000L;
    private static final int PIECE_BYTES = 1 << 20;

    private final SegmentFolder folder;
    private final JournalSettings settings;
    private final ShippedMark shipped;
    private final InstantSource clock;
    private final Path spare;
    private final Thread thread = Thread.ofVirtual().name("journal-stock").unstarted(this::run);

    private volatile boolean ready;
    private volatile @Nullable String problem;
    private volatile boolean closed;

    SegmentStock(SegmentFolder folder, JournalSettings settings, ShippedMark shipped, InstantSource clock) {
        this.folder = folder;
        this.settings = settings;
        this.shipped = shipped;
        this.clock = clock;
        this.spare = folder.path().resolve("spare.tmp");
    }

    /** Makes the first one before it returns. */
    void start() throws IOException {
        Files.deleteIfExists(spare);
        clear();
        fill();
        thread.start();
    }

    /** Whether a segment can be taken now. */
    boolean ready() {
        return ready;
    }

    /** Why none is ready, if that isn't just a matter of moments. */
    @Nullable
    String problem() {
        return problem;
    }

    /**
     * Gives the ready segment its name; null if there is none. If one is being made it is waited for, a few seconds at
     * most. Called by the journal's thread alone.
     */
    @Nullable
    Path take(long sequence) throws IOException {
        long began = System.nanoTime();
        while (!ready) {
            if (problem != null || closed || System.nanoTime() - began > MOST_WAIT_NANOS) {
                return null;
            }
            LockSupport.unpark(thread);
            LockSupport.parkNanos(SHORT_WAIT_NANOS);
        }
        Path file = Files.move(spare, folder.file(sequence));
        folder.sync();
        ready = false;
        LockSupport.unpark(thread);
        return file;
    }

    private void run() {
        while (!closed) {
            try {
                clear();
                fill();
                report(null);
            } catch (IOException e) {
                report("no room for the usage journal in %s: %s".formatted(folder.path(), e.getMessage()));
            }
            LockSupport.parkNanos(ROUND_NANOS);
        }
    }

    private void report(@Nullable String now) {
        if (now != null && problem == null) {
            LOG.error("{}", now);
        } else if (now == null && problem != null) {
            LOG.info("there is room for the usage journal again");
        }
        problem = now;
    }

    private void fill() throws IOException {
        if (ready) {
            return;
        }
        long bytes = bytes();
        if (bytes + settings.segmentBytes() > settings.maxBytes()) {
            throw new IOException(
                    "%d bytes wait to be stored in the database, of at most %d".formatted(bytes, settings.maxBytes()));
        }
        try {
            zeros();
        } catch (IOException e) {
            // What was written of it would take the room of those who could make some.
            Files.deleteIfExists(spare);
            throw e;
        }
        ready = true;
    }

    private void zeros() throws IOException {
        ByteBuffer piece = ByteBuffer.allocate(Math.min(PIECE_BYTES, settings.segmentBytes()));
        try (FileChannel file = FileChannel.open(
                spare, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            long left = settings.segmentBytes();
            while (left > 0) {
                piece.clear().limit((int) Math.min(piece.capacity(), left));
                left -= file.write(piece);
            }
            file.force(true);
        }
    }

    /** Takes away shipped segments that are old, and the oldest of them while all together are too large. */
    private void clear() throws IOException {
        Instant old = clock.instant().minus(settings.keep());
        long shippedUpTo = shipped.position().sequence();
        List<Segment> segments = folder.segments();
        long bytes = bytes();
        for (Segment segment : segments) {
            boolean crowded = !ready && bytes + settings.segmentBytes() > settings.maxBytes();
            boolean young =
                    Files.getLastModifiedTime(segment.file()).toInstant().isAfter(old);
            if (segment.sequence() >= shippedUpTo || (young && !crowded)) {
                return;
            }
            bytes -= Files.size(segment.file());
            Files.delete(segment.file());
        }
    }

    /** Of all segments, the one that is ready among them. */
    long bytes() throws IOException {
        long bytes = ready ? settings.segmentBytes() : 0;
        for (Segment segment : folder.segments()) {
            bytes += Files.size(segment.file());
        }
        return bytes;
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
