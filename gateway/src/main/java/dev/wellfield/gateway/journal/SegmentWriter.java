package dev.wellfield.gateway.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Appends to one segment. Owned by the journal's thread. After an {@link IOException} it must not be used again. */
final class SegmentWriter implements Closeable {
    private final FileChannel channel;
    private final long sequence;
    private final int capacity;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(256 << 10);
    private int written;

    private SegmentWriter(FileChannel channel, long sequence, int capacity) {
        this.channel = channel;
        this.sequence = sequence;
        this.capacity = capacity;
    }

    /** Begins a segment in a file of zeros. */
    static SegmentWriter begin(Path file, long sequence, int capacity) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        SegmentWriter writer = new SegmentWriter(channel, sequence, capacity);
        writer.buffer.put(SegmentFormat.header(sequence));
        return writer;
    }

    long sequence() {
        return sequence;
    }

    /** Where the next frame will begin. */
    int position() {
        return written + buffer.position();
    }

    /** How many bytes of frames there is still room for; the end mark's place is kept. */
    int remaining() {
        return capacity - Integer.BYTES - position();
    }

    boolean fits(byte[] entry) {
        return SegmentFormat.FRAME_BYTES + entry.length <= remaining();
    }

    void append(byte[] entry) throws IOException {
        if (buffer.remaining() < SegmentFormat.FRAME_BYTES + entry.length) {
            flush();
        }
        int crc = SegmentFormat.crc(sequence, position(), ByteBuffer.wrap(entry));
        buffer.putInt(entry.length).putInt(crc).put(entry);
    }

    /** From here on the entries survive the death of this process. */
    void flush() throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) {
            written += channel.write(buffer, written);
        }
        buffer.clear();
    }

    /** From here on they survive the loss of power. */
    void sync() throws IOException {
        flush();
        channel.force(false);
    }

    /** Gives back what wasn't needed. */
    void truncate() throws IOException {
        channel.truncate(written);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
