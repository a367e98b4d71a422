package dev.wellfield.cluster.local;

/**
 * A piece of a log.
 *
 * @param offset position of the first byte in the whole stream; later than the one asked for if that was dropped already
 * @param bytes as the command wrote them; a character or a line may be cut at either end
 * @param skipped how many bytes between the offset asked for and this one have been dropped
 */
@SuppressWarnings("ArrayRecordComponent")
public record LogChunk(long offset, byte[] bytes, long skipped) {

    /** Where to read on. */
    public long nextOffset() {
        return offset + bytes.length;
    }
}
