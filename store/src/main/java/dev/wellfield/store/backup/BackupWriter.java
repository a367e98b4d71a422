package dev.wellfield.store.backup;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.Set;
import java.util.zip.GZIPOutputStream;

/**
 * Writes a backup beside its name and gives it the name when it is whole and on the disk: a file of that name is always a
 * whole one. Only its owner may read it. One thread owns it.
 *
 * <p>The file is {@link #HEAD}, a GZIP stream of {@link Frame}s, and the SHA-256 of both.
 */
final class BackupWriter implements AutoCloseable {
    /** The first line; its number changes with the format. */
    static final String HEAD = "wellfield-backup 1\n";

    static final int MOST_BYTES_A_PIECE = 1 << 16;

    private final Path file;
    private final Path draft;
    private final FileChannel channel;
    private final DigestOutputStream digested;
    private final GZIPOutputStream zipped;
    private final DataOutputStream out;
    private boolean done;

    private BackupWriter(Path file, Path draft, FileChannel channel) throws IOException {
        this.file = file;
        this.draft = draft;
        this.channel = channel;
        this.digested = new DigestOutputStream(Channels.newOutputStream(channel), BackupReader.sha256());
        digested.write(HEAD.getBytes(StandardCharsets.US_ASCII));
        this.zipped = new GZIPOutputStream(digested, MOST_BYTES_A_PIECE);
        this.out = new DataOutputStream(zipped);
    }

    static BackupWriter create(Path file) throws IOException {
        if (Files.exists(file)) {
            throw new BackupException("The file " + file + " is there already; give another, or remove it first.");
        }
        Path draft = file.resolveSibling(file.getFileName() + ".part");
        try {
            FileChannel channel = FileChannel.open(
                    draft,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            return new BackupWriter(file, draft, channel);
        } catch (FileAlreadyExistsException e) {
            throw new BackupException(
                    "Another backup writes " + draft + ", or one was broken off; remove it if none runs.", e);
        }
    }

    void manifest(Manifest manifest) throws IOException {
        piece(Frame.MANIFEST, manifest.write().getBytes(StandardCharsets.UTF_8));
    }

    void table(Table table) throws IOException {
        piece(Frame.TABLE, table.write().getBytes(StandardCharsets.UTF_8));
    }

    /** Takes the rows of the table that has begun, in pieces. */
    OutputStream rows() {
        DataOutputStream pieces = out;
        return new OutputStream() {
            private final byte[] piece = new byte[MOST_BYTES_A_PIECE];
            private int length;

            @Override
            public void write(int value) throws IOException {
                write(new byte[] {(byte) value}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int from, int count) throws IOException {
                int offset = from;
                int left = count;
                while (left > 0) {
                    int part = Math.min(left, piece.length - length);
                    System.arraycopy(bytes, offset, piece, length, part);
                    length += part;
                    offset += part;
                    left -= part;
                    if (length == piece.length) {
                        flush();
                    }
                }
            }

            @Override
            public void flush() throws IOException {
                if (length > 0) {
                    pieces.writeByte(Frame.ROWS.code());
                    pieces.writeInt(length);
                    pieces.write(piece, 0, length);
                    length = 0;
                }
            }
        };
    }

    void tableEnd(long rows) throws IOException {
        out.writeByte(Frame.TABLE_END.code());
        out.writeLong(rows);
    }

    private void piece(Frame frame, byte[] bytes) throws IOException {
        out.writeByte(frame.code());
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** It is whole: made durable, and given its name. */
    void finish() throws IOException {
        out.writeByte(Frame.END.code());
        out.flush();
        zipped.finish();
        MessageDigest digest = digested.getMessageDigest();
        channel.write(ByteBuffer.wrap(digest.digest()));
        channel.force(true);
        channel.close();
        Files.move(draft, file);
        done = true;
    }

    /** Leaves nothing behind unless it is whole. */
    @Override
    public void close() throws IOException {
        channel.close();
        if (!done) {
            Files.deleteIfExists(draft);
        }
    }
}
