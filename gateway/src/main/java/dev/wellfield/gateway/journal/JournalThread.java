package dev.wellfield.gateway.journal;

import dev.wellfield.gateway.journal.JournalEntry.Settled;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that writes a journal: takes all entries there are, writes them together and makes them durable together.
 * If the disk fails, whoever waits is told so, the records are kept in memory, and once a second it begins a new segment
 * with all that the old one may have lost.
 */
final class JournalThread implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(JournalThread.class);

    private static final long SECOND_NANOS = 1_000_000_000L;
    /** Records kept in memory while the disk fails; beyond it the oldest are lost, and counted. */
    private static final int MOST_KEPT = 100_000;
    /** What an open request still has to write: its progress and its end. */
    private static final int BYTES_TO_END_ONE = 512;

    private static final int RESERVE_BYTES = 64 << 10;

    private final Thread thread =
            Thread.ofPlatform().name("usage-journal").daemon().unstarted(this);
    private final AppendQueue queue = new AppendQueue(thread);
    private final SegmentStock stock;
    private final JournalSettings settings;
    private final InstantSource clock;
    private final OpenRequests open;

    /** Null while the disk fails. */
    private @Nullable SegmentWriter writer;

    private long lastSequence;
    /** Ends that were written but not yet made durable, or not even written. */
    private final Deque<byte[]> unsafe = new ArrayDeque<>();

    private boolean dirty;
    private long syncedAtNanos = System.nanoTime();
    private long reopenAtNanos = System.nanoTime();

    private volatile Position synced = Position.START;
    private volatile long roomBytes;
    private volatile @Nullable String problem;
    private volatile long busySinceNanos;
    private final AtomicLong lost = new AtomicLong();
    private volatile boolean closing;
    private volatile LongConsumer syncs = nanos -> {};

    /**
     * @param open what was open when the journal was last written to; all of it ends now, as crashed
     * @param lastSequence of the segments that are there already
     */
    JournalThread(
            SegmentStock stock, JournalSettings settings, InstantSource clock, OpenRequests open, long lastSequence) {
        this.stock = stock;
        this.settings = settings;
        this.clock = clock;
        this.open = open;
        this.lastSequence = lastSequence;
    }

    /** Begins a segment, with the ends of what has crashed, before it returns. Returns how many these were. */
    int start() throws IOException {
        List<Settled> crashed =
                open.crashed(clock.instant()).stream().map(Settled::new).toList();
        for (Settled end : crashed) {
            open.apply(end);
            unsafe.add(EntryCodec.encode(end));
        }
        begin();
        thread.start();
        return crashed.size();
    }

    void onSync(LongConsumer nanos) {
        syncs = nanos;
    }

    void add(Append append) {
        queue.add(append);
    }

    Position synced() {
        return synced;
    }

    long lost() {
        return lost.get();
    }

    /** Why new requests can't be journaled; null if they can. */
    @Nullable
    String problem() {
        String now = problem;
        if (now != null) {
            return now;
        }
        long busySince = busySinceNanos;
        if (busySince != 0 && System.nanoTime() - busySince > 5 * SECOND_NANOS) {
            return "the usage journal's disk doesn't answer";
        }
        if (!stock.ready() && roomBytes < RESERVE_BYTES) {
            String noRoom = stock.problem();
            return noRoom == null ? "the usage journal's disk is too slow" : noRoom;
        }
        return null;
    }

    @Override
    public void run() {
        List<Append> batch = new ArrayList<>();
        while (!closing || !queue.isEmpty()) {
            queue.take(batch);
            busySinceNanos = System.nanoTime() | 1;
            boolean safe = write(batch);
            busySinceNanos = 0;
            tell(batch, safe);
            batch.clear();
        }
        end();
    }

    private boolean write(List<Append> batch) {
        for (Append append : batch) {
            open.apply(append.entry());
        }
        SegmentWriter segment = writer;
        if (segment == null) {
            keep(batch);
            reopen();
            return false;
        }
        try {
            boolean awaited = false;
            for (Append append : batch) {
                segment = put(append, segment);
                awaited |= append.waiter() != null;
            }
            if (awaited || (dirty && System.nanoTime() - syncedAtNanos > SECOND_NANOS)) {
                sync(segment);
            } else {
                segment.flush();
            }
            roomBytes = segment.remaining() - (long) open.size() * BYTES_TO_END_ONE;
            return true;
        } catch (IOException | RuntimeException e) {
            fail(batch, e);
            return false;
        }
    }

    /** Appends to the segment, or to the next one if it is full; returns which. */
    private SegmentWriter put(Append append, SegmentWriter current) throws IOException {
        SegmentWriter segment = current;
        if (!segment.fits(append.bytes())) {
            sync(segment);
            segment.close();
            segment = begin();
        }
        segment.append(append.bytes());
        dirty = true;
        if (append.entry() instanceof Settled) {
            unsafe.add(append.bytes());
        }
        return segment;
    }

    private void sync(SegmentWriter segment) throws IOException {
        long before = System.nanoTime();
        segment.sync();
        syncs.accept(System.nanoTime() - before);
        synced = new Position(segment.sequence(), segment.position());
        syncedAtNanos = System.nanoTime();
        dirty = false;
        unsafe.clear();
    }

    /** Begins a segment with all that is open, and all that isn't safe yet. */
    private SegmentWriter begin() throws IOException {
        long sequence = lastSequence + 1;
        if (stock.ready()) {
            // Before the stock is empty: there is no moment at which nothing seems to be left.
            roomBytes = settings.segmentBytes();
        }
        Path file = stock.take(sequence);
        if (file == null) {
            String reason = stock.problem();
            throw new IOException(reason == null ? "no segment is ready" : reason);
        }
        lastSequence = sequence;
        SegmentWriter next = SegmentWriter.begin(file, sequence, settings.segmentBytes());
        try {
            for (JournalEntry entry : open.entries()) {
                carry(next, EntryCodec.encode(entry));
            }
            for (byte[] entry : unsafe) {
                carry(next, entry);
            }
            carry(next, EntryCodec.encode(new JournalEntry.Checkpoint(clock.instant())));
            sync(next);
        } catch (IOException e) {
            next.close();
            throw e;
        }
        writer = next;
        return next;
    }

    private static void carry(SegmentWriter next, byte[] entry) throws IOException {
        if (!next.fits(entry)) {
            throw new IOException("the open requests don't fit into one segment; it must be larger");
        }
        next.append(entry);
    }

    private void fail(List<Append> batch, Exception e) {
        LOG.error("the usage journal can't be written; no new request is admitted until it can", e);
        problem = "the usage journal can't be written: " + e.getMessage();
        if (writer != null) {
            closeQuietly(writer);
            writer = null;
        }
        keep(batch);
        reopenAtNanos = System.nanoTime() + SECOND_NANOS;
    }

    /** Some of these may have been written already: twice does no harm. */
    private void keep(List<Append> batch) {
        for (Append append : batch) {
            if (append.entry() instanceof Settled) {
                unsafe.add(append.bytes());
            }
        }
        while (unsafe.size() > MOST_KEPT) {
            unsafe.removeFirst();
            lost.incrementAndGet();
        }
    }

    private void reopen() {
        if (System.nanoTime() - reopenAtNanos < 0) {
            return;
        }
        reopenAtNanos = System.nanoTime() + SECOND_NANOS;
        try {
            begin();
            problem = null;
            LOG.info("the usage journal can be written again");
        } catch (IOException e) {
            problem = "the usage journal can't be written: " + e.getMessage();
        }
    }

    /** One message to each thread, however many wait there. */
    private static void tell(List<Append> batch, boolean safe) {
        IdentityHashMap<Executor, List<Append.Waiter>> waiters = new IdentityHashMap<>();
        for (Append append : batch) {
            if (append.waiter() != null) {
                waiters.computeIfAbsent(append.waiter().thread(), thread -> new ArrayList<>())
                        .add(append.waiter());
            }
        }
        waiters.forEach((thread, all) -> {
            try {
                thread.execute(() -> all.forEach(waiter -> waiter.then().accept(safe)));
            } catch (RejectedExecutionException e) {
                LOG.debug("a thread that waited for the journal has ended", e);
            }
        });
    }

    /** Called by other threads: writes what there is, then ends. */
    void close() {
        closing = true;
        queue.wake();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void end() {
        SegmentWriter last = writer;
        if (last == null) {
            return;
        }
        try (last) {
            sync(last);
            last.truncate();
        } catch (IOException e) {
            LOG.error("the usage journal's last entries may not be durable", e);
        }
    }

    private static void closeQuietly(SegmentWriter segment) {
        try {
            segment.close();
        } catch (IOException e) {
            LOG.debug("closing a segment that has failed", e);
        }
    }
}
