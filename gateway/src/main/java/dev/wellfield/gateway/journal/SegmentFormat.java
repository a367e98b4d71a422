package dev.wellfield.gateway.journal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * A segment on disk: a header of 32 bytes (8 of magic, the sequence, a CRC-32C of both, zeros), then frames, then zeros.
 * A frame is the entry's length (32 bits), a CRC-32C and the entry. The checksum covers the segment's sequence and the
 * frame's offset too, so that bytes which belong elsewhere aren't taken for an entry. A length of 0 is the end.
 */
final class SegmentFormat {
    static final int HEADER_BYTES = 32;
    static final int FRAME_BYTES = 8;

    private static final byte[] MAGIC = "WFUSAGE1".getBytes(StandardCharsets.US_ASCII);

    private SegmentFormat() {}

    static ByteBuffer header(long sequence) {
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        header.put(MAGIC).putLong(sequence);
        header.putInt(crc(header.array(), MAGIC.length + Long.BYTES));
        return header.rewind();
    }

    static boolean isHeader(ByteBuffer bytes, long sequence) {
        return bytes.equals(header(sequence));
    }

    private static int crc(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    /** The checksum of an entry; leaves the buffer's position where it is. */
    static int crc(long sequence, int offset, ByteBuffer entry) {
        CRC32C crc = new CRC32C();
        ByteBuffer place = ByteBuffer.allocate(Long.BYTES + 2 * Integer.BYTES);
        crc.update(
                place.putLong(sequence).putInt(offset).putInt(entry.remaining()).flip());
        crc.update(entry.duplicate());
        return (int) crc.getValue();
    }
}
