package dev.wellfield.gateway.journal;

import dev.wellfield.core.serving.UsageRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The usage journal of one gateway replica. Any thread may add to it; a thread of its own writes. Requests that are open
 * when it is opened were cut off by a crash: each gets its one end then.
 */
public final class Journal implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

    private final FileChannel lock;
    private final SegmentFolder folder;
    private final ShippedMark shipped;
    private final SegmentStock stock;
    private final JournalThread writer;

    private Journal(
            FileChannel lock, SegmentFolder folder, ShippedMark shipped, SegmentStock stock, JournalThread writer) {
        this.lock = lock;
        this.folder = folder;
        this.shipped = shipped;
        this.stock = stock;
        this.writer = writer;
    }

    /**
     * Opens the journal in a folder, which is made if it isn't there.
     *
     * @throws IOException if it can't be written, or if another process has it open
     */
    public static Journal open(Path path, JournalSettings settings, InstantSource clock) throws IOException {
        Files.createDirectories(
                path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        FileChannel lock = lock(path);
        try {
            SegmentFolder folder = new SegmentFolder(path);
            ShippedMark shipped = ShippedMark.open(path);
            List<Segment> segments = folder.segments();
            OpenRequests open = Recovery.openRequests(segments);
            SegmentStock stock = new SegmentStock(folder, settings, shipped, clock);
            long last = Math.max(
                    segments.isEmpty() ? 0 : segments.getLast().sequence(),
                    shipped.position().sequence());
            JournalThread writer = new JournalThread(stock, settings, clock, open, last);
            int crashed = start(stock, writer);
            if (crashed > 0) {
                LOG.warn(
                        "{} requests were open when this gateway last died; they are settled as GATEWAY_CRASH",
                        crashed);
            }
            return new Journal(lock, folder, shipped, stock, writer);
        } catch (IOException e) {
            lock.close();
            throw e;
        }
    }

    private static int start(SegmentStock stock, JournalThread writer) throws IOException {
        stock.start();
        try {
            return writer.start();
        } catch (IOException e) {
            stock.close();
            throw e;
        }
    }

    private static FileChannel lock(Path path) throws IOException {
        FileChannel lock = FileChannel.open(path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (lock.tryLock() != null) {
                return lock;
            }
        } catch (OverlappingFileLockException e) {
            // This very process has it.
        }
        lock.close();
        throw new IOException(
                "the usage journal in " + path + " is in use by another gateway; give each its own folder");
    }

    /** Why no new request can be journaled now; empty if it can. */
    public Optional<String> problem() {
        return Optional.ofNullable(writer.problem());
    }

    /** Adds an entry that nobody waits for: {@link JournalEntry.Opened}, {@link JournalEntry.Progress}. */
    public void add(JournalEntry entry) {
        writer.add(new Append(entry, null));
    }

    /** Adds a request's end that nobody waits for. */
    public void settle(UsageRecord record) {
        add(new JournalEntry.Settled(record));
    }

    /**
     * Adds a request's end.
     *
     * @param then is run on {@code thread}: true once the record is durable, false if it can't be made so now. Then it is
     *     kept in memory and written as soon as that is possible
     */
    public void settle(UsageRecord record, Executor thread, Consumer<Boolean> then) {
        writer.add(new Append(new JournalEntry.Settled(record), new Append.Waiter(thread, then)));
    }

    /** Is told, on the journal's thread, how many nanoseconds each fdatasync took. */
    public void onSync(LongConsumer nanos) {
        writer.onSync(nanos);
    }

    /** How it is doing. Reads the folder, so not for event loops. */
    public JournalStatus status() {
        try {
            long unshipped = 0;
            Position from = shipped.position();
            Position to = writer.synced();
            for (Segment segment : folder.segments()) {
                if (segment.sequence() >= from.sequence() && segment.sequence() <= to.sequence()) {
                    long end = segment.sequence() == to.sequence() ? to.offset() : Files.size(segment.file());
                    unshipped += Math.max(0, end - (segment.sequence() == from.sequence() ? from.offset() : 0));
                }
            }
            return new JournalStatus(problem(), stock.bytes(), unshipped, writer.lost());
        } catch (IOException e) {
            return new JournalStatus(Optional.of(String.valueOf(e.getMessage())), 0, 0, writer.lost());
        }
    }

    SegmentFolder folder() {
        return folder;
    }

    ShippedMark shipped() {
        return shipped;
    }

    /** Everything before it is durable. */
    Position synced() {
        return writer.synced();
    }

    /** Writes what there is; nothing can be added from now on. What is there can still be shipped. */
    public void seal() {
        writer.close();
    }

    /** Seals it and gives the folder free. */
    @Override
    public void close() {
        seal();
        stock.close();
        try {
            lock.close();
        } catch (IOException e) {
            LOG.debug("closing the journal's lock", e);
        }
    }

    /**
     * The ends of requests that the journal in a folder hasn't shipped, and perhaps some that it has, whether or not a
     * gateway has it open; each record may be stored twice. What is being written at this moment may be missing.
     *
     * @throws UncheckedIOException if a file can't be read
     */
    public static Stream<UsageRecord> unshipped(Path path) throws IOException {
        long from = ShippedMark.open(path).position().sequence();
        return new SegmentFolder(path)
                .segments().stream()
                        .filter(segment -> segment.sequence() >= from)
                        .flatMap(Journal::entries)
                        .flatMap(entry -> entry instanceof JournalEntry.Settled(UsageRecord record)
                                ? Stream.of(record)
                                : Stream.empty());
    }

    /**
     * All entries of the journal in a folder, the oldest first, whether or not a gateway has it open. A segment that is
     * damaged ends where the damage begins.
     *
     * @throws UncheckedIOException if a file can't be read
     */
    public static Stream<JournalEntry> read(Path path) throws IOException {
        return new SegmentFolder(path).segments().stream().flatMap(Journal::entries);
    }

    private static Stream<JournalEntry> entries(Segment segment) {
        List<JournalEntry> entries = new ArrayList<>();
        try (SegmentReader reader = SegmentReader.open(segment)) {
            reader.read(0, Integer.MAX_VALUE, entries::add);
        } catch (IOException e) {
            throw new UncheckedIOException("can't read " + segment.file(), e);
        }
        return entries.stream();
    }
}
