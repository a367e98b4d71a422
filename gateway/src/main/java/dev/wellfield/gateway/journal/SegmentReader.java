package dev.wellfield.gateway.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.function.Predicate;

/**
 * Reads one segment from its beginning up to the first bytes that aren't a whole entry: the end mark, or where a write was
 * cut off, or where a disk has gone bad. Never fails because of what it reads.
 */
final class SegmentReader implements Closeable {
    /** Holds any frame. */
    private static final int WINDOW_BYTES = 256 << 10;

    private final FileChannel channel;
    private final long sequence;
    private ByteBuffer window = ByteBuffer.allocate(0);
    /** Of the window's position, in the file. */
    private int offset;

    private SegmentReader(FileChannel channel, long sequence) {
        this.channel = channel;
        this.sequence = sequence;
    }

    static SegmentReader open(Segment segment) throws IOException {
        return new SegmentReader(FileChannel.open(segment.file(), StandardOpenOption.READ), segment.sequence());
    }

    /**
     * Reads entries from {@code from} as long as {@code more} wants the next one and they end at or before {@code to}.
     *
     * @return where the last one that was read ended
     */
    int read(int from, int to, Predicate<JournalEntry> more) throws IOException {
        offset = Math.max(from, SegmentFormat.HEADER_BYTES);
        window = ByteBuffer.allocate(0);
        if (!isSegment()) {
            return offset;
        }
        boolean wanted = true;
        while (wanted && nextFrame(to)) {
            int length = window.getInt(window.position());
            ByteBuffer entry = window.slice(window.position() + SegmentFormat.FRAME_BYTES, length);
            wanted = EntryCodec.decode(entry).map(more::test).orElse(true);
            window.position(window.position() + SegmentFormat.FRAME_BYTES + length);
            offset += SegmentFormat.FRAME_BYTES + length;
        }
        return offset;
    }

    /** Where the entries end. */
    int end() throws IOException {
        return read(0, Integer.MAX_VALUE, entry -> true);
    }

    private boolean isSegment() throws IOException {
        ByteBuffer header = ByteBuffer.allocate(SegmentFormat.HEADER_BYTES);
        fill(header, 0);
        return SegmentFormat.isHeader(header.flip(), sequence);
    }

    /** Whether the window now begins with a whole and right frame. */
    private boolean nextFrame(int to) throws IOException {
        if (!has(SegmentFormat.FRAME_BYTES)) {
            return false;
        }
        int length = window.getInt(window.position());
        int crc = window.getInt(window.position() + Integer.BYTES);
        if (length < 1 || length > EntryCodec.MAX_BYTES || offset + SegmentFormat.FRAME_BYTES + length > to) {
            return false;
        }
        return has(SegmentFormat.FRAME_BYTES + length)
                && SegmentFormat.crc(
                                sequence, offset, window.slice(window.position() + SegmentFormat.FRAME_BYTES, length))
                        == crc;
    }

    private boolean has(int bytes) throws IOException {
        if (window.remaining() < bytes) {
            ByteBuffer next = ByteBuffer.allocate(WINDOW_BYTES);
            fill(next, offset);
            window = next.flip();
        }
        return window.remaining() >= bytes;
    }

    private void fill(ByteBuffer target, long from) throws IOException {
        long at = from;
        int count;
        while (target.hasRemaining() && (count = channel.read(target, at)) > 0) {
            at += count;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
