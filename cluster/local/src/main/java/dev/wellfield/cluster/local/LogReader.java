package dev.wellfield.cluster.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Reads the log of a workload, both outputs as they come, while it is written and rotated. Offsets count the bytes since
 * the command's start, so they stay right when old files are dropped and when the server restarts. Has no state; any
 * thread may use it.
 *
 * <p>To follow: ask {@link #finished()}, then read until a chunk is empty; if it was finished before, that was all.
 */
public final class LogReader {

    private static final int MAX_BYTES = 16 * 1024 * 1024;
    private static final int BLOCK = 64 * 1024;
    private static final String PREFIX = "log.";

    private final WorkloadFolder folder;

    LogReader(WorkloadFolder folder) {
        this.folder = folder;
    }

    /**
     * What is there from this offset on; empty if there is nothing (yet).
     *
     * @param maxBytes 1 to 16 MiB; fewer may come although more is there
     */
    public LogChunk read(long offset, int maxBytes) {
        if (offset < 0) {
            throw new IllegalArgumentException("offset (" + offset + ") must not be negative");
        }
        if (maxBytes < 1 || maxBytes > MAX_BYTES) {
            throw new IllegalArgumentException("maxBytes (" + maxBytes + ") must be between 1 and " + MAX_BYTES);
        }
        // A file may be dropped between list and open; then the list begins later.
        while (true) {
            List<Piece> pieces = pieces();
            for (Piece piece : pieces) {
                long from = Math.max(offset, piece.start());
                if (from < piece.end()) {
                    byte[] bytes = piece.read(from, (int) Math.min(maxBytes, piece.end() - from));
                    if (bytes.length > 0) {
                        return new LogChunk(from, bytes, from - offset);
                    }
                }
            }
            if (pieces.isEmpty() || Files.exists(pieces.getFirst().file())) {
                return new LogChunk(offset, new byte[0], 0);
            }
        }
    }

    /** Offset of the oldest byte still kept. */
    public long start() {
        List<Piece> pieces = pieces();
        return pieces.isEmpty() ? 0 : pieces.getFirst().start();
    }

    /** Offset after the newest byte. */
    public long end() {
        List<Piece> pieces = pieces();
        return pieces.isEmpty() ? 0 : pieces.getLast().end();
    }

    /**
     * Where the last lines begin, a last line without an end counting as one.
     *
     * @param lines 0 to 1,000,000; with 0 the answer is the end
     */
    public long tail(int lines) {
        if (lines < 0 || lines > 1_000_000) {
            throw new IllegalArgumentException("lines (" + lines + ") must be between 0 and 1000000");
        }
        List<Piece> pieces = pieces();
        if (lines == 0 || pieces.isEmpty()) {
            return end();
        }
        long end = pieces.getLast().end();
        int wanted = lines;
        for (Piece piece : pieces.reversed()) {
            for (long to = piece.end(); to > piece.start(); ) {
                long from = Math.max(piece.start(), to - BLOCK);
                byte[] block = piece.read(from, (int) (to - from));
                for (int i = block.length - 1; i >= 0; i--) {
                    // The newline that ends the last line does not begin another.
                    if (block[i] == '\n' && from + i + 1 < end && --wanted == 0) {
                        return from + i + 1;
                    }
                }
                to = from;
            }
        }
        return pieces.getFirst().start();
    }

    /** Whether nothing more will be written, the allocation being ended, lost or forgotten. */
    public boolean finished() {
        return switch (folder.state()) {
            case ProcessState.NotStarted ignored -> !Files.isDirectory(folder.path());
            case ProcessState.Starting ignored -> false;
            case ProcessState.Running ignored -> false;
            case ProcessState.Exited ignored -> true;
            case ProcessState.Lost ignored -> true;
        };
    }

    private List<Piece> pieces() {
        List<Piece> pieces = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder.path(), PREFIX + "[0-9]*")) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                long start = Long.parseLong(name.substring(PREFIX.length()));
                try {
                    pieces.add(new Piece(file, start, start + Files.size(file)));
                } catch (NoSuchFileException dropped) {
                    // Between the list and the look; the stream begins later now.
                }
            }
        } catch (NoSuchFileException noFolder) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException("the logs in " + folder.path() + " cannot be listed", e);
        }
        pieces.sort(Comparator.comparingLong(Piece::start));
        return pieces;
    }

    /** One file: the bytes of the stream from start to end. */
    private record Piece(Path file, long start, long end) {

        /** Empty if the file has been dropped. */
        byte[] read(long from, int length) {
            ByteBuffer buffer = ByteBuffer.allocate(length);
            try (FileChannel channel = FileChannel.open(file)) {
                while (buffer.hasRemaining()) {
                    if (channel.read(buffer, from - start + buffer.position()) < 0) {
                        break;
                    }
                }
            } catch (NoSuchFileException dropped) {
                return new byte[0];
            } catch (IOException e) {
                throw new UncheckedIOException("log file " + file + " cannot be read", e);
            }
            return Arrays.copyOf(buffer.array(), buffer.position());
        }
    }
}
