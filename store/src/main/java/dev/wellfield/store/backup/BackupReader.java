package dev.wellfield.store.backup;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Reads a backup from its beginning. One thread owns it. */
final class BackupReader implements AutoCloseable {
    private static final int DIGEST_BYTES = 32;
    private static final int MOST_TEXT_BYTES = 1 << 20;

    private final InputStream file;
    private final DataInputStream in;

    private BackupReader(InputStream file, DataInputStream in) {
        this.file = file;
        this.in = in;
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /**
     * Reads it all once: whether it is a backup, of a format that is known, and whole.
     *
     * @throws BackupException if it isn't
     */
    static void verify(Path file) throws IOException {
        try (InputStream in = open(file)) {
            byte[] head = in.readNBytes(BackupWriter.HEAD.length());
            head(file, new String(head, StandardCharsets.US_ASCII));
            long left = Files.size(file) - head.length - DIGEST_BYTES;
            MessageDigest digest = sha256();
            digest.update(head);
            byte[] piece = new byte[BackupWriter.MOST_BYTES_A_PIECE];
            while (left > 0) {
                int read = in.read(piece, 0, (int) Math.min(piece.length, left));
                if (read < 0) {
                    break;
                }
                digest.update(piece, 0, read);
                left -= read;
            }
            byte[] said = in.readNBytes(DIGEST_BYTES);
            if (left != 0 || !MessageDigest.isEqual(said, digest.digest())) {
                throw new BackupException(file + " is cut off or damaged: its checksum doesn't fit. Use another backup,"
                        + " or copy this one again from where it was made.");
            }
        }
    }

    private static void head(Path file, String head) {
        if (head.equals(BackupWriter.HEAD)) {
            return;
        }
        String kind = BackupWriter.HEAD.substring(0, BackupWriter.HEAD.indexOf(' ') + 1);
        if (!head.startsWith(kind)) {
            throw new BackupException(file + " is no backup of Wellfield; those are made by `wellfield backup FILE`.");
        }
        throw new BackupException(file + " is of format "
                + head.substring(kind.length()).strip() + ", which this version doesn't know; restore it with the"
                + " version that made it, or a newer one.");
    }

    private static InputStream open(Path file) throws IOException {
        try {
            return new BufferedInputStream(Files.newInputStream(file), BackupWriter.MOST_BYTES_A_PIECE);
        } catch (NoSuchFileException e) {
            throw new BackupException("There is no file " + file + ".", e);
        }
    }

    /** Begins to read one that has been verified. */
    static BackupReader begin(Path path) throws IOException {
        InputStream file = open(path);
        try {
            file.readNBytes(BackupWriter.HEAD.length());
            return new BackupReader(
                    file, new DataInputStream(new GZIPInputStream(file, BackupWriter.MOST_BYTES_A_PIECE)));
        } catch (EOFException | ZipException e) {
            file.close();
            throw new BackupException(path + " can't be unpacked: " + e.getMessage(), e);
        }
    }

    Frame next() throws IOException {
        return Frame.of(in.readUnsignedByte());
    }

    Manifest manifest() throws IOException {
        return Manifest.read(text());
    }

    Table table() throws IOException {
        return Table.read(text());
    }

    private String text() throws IOException {
        int length = in.readInt();
        if (length < 0 || length > MOST_TEXT_BYTES) {
            throw new BackupException(
                    "The backup has a page of " + length + " bytes, at most " + MOST_TEXT_BYTES + " can be.");
        }
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    /** One table's rows, up to its end. */
    final class Rows extends InputStream {
        private int left;
        private boolean ended;
        private long count = -1;

        /** How many there were when it was written; known at the end. */
        long count() {
            return count;
        }

        private boolean more() throws IOException {
            while (left == 0 && !ended) {
                switch (next()) {
                    case ROWS -> left = in.readInt();
                    case TABLE_END -> {
                        count = in.readLong();
                        ended = true;
                    }
                    case MANIFEST, TABLE, END -> throw new BackupException("The backup's table has no end.");
                }
            }
            return !ended;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int from, int most) throws IOException {
            if (!more()) {
                return -1;
            }
            int read = in.read(into, from, Math.min(most, left));
            if (read < 0) {
                throw new EOFException("the backup ends in the middle of a table");
            }
            left -= read;
            return read;
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
