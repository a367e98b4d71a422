package dev.wellfield.gateway.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far a journal has been shipped, in memory and in a small file. If the file is lost or behind, some is shipped
 * again, which does no harm. Written by the shipper, read by any thread.
 */
final class ShippedMark {
    private static final Logger LOG = LoggerFactory.getLogger(ShippedMark.class);
    private static final Pattern TEXT = Pattern.compile("(\\d{1,18}) (\\d{1,9})\\s*");

    private final Path file;
    private volatile Position position;

    private ShippedMark(Path file, Position position) {
        this.file = file;
        this.position = position;
    }

    static ShippedMark open(Path folder) throws IOException {
        Path file = folder.resolve("shipped");
        try {
            Matcher text = TEXT.matcher(Files.readString(file));
            if (text.matches()) {
                return new ShippedMark(
                        file, new Position(Long.parseLong(text.group(1)), Integer.parseInt(text.group(2))));
            }
        } catch (NoSuchFileException e) {
            // A new journal.
        }
        return new ShippedMark(file, Position.START);
    }

    Position position() {
        return position;
    }

    /** Holds in memory even if the file can't be written, say because the disk is full. */
    void advance(Position to) {
        position = to;
        Path next = file.resolveSibling("shipped.tmp");
        try {
            Files.writeString(next, to.sequence() + " " + to.offset() + "\n");
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            LOG.debug("{} can't be written; after a restart some is shipped again", file, e);
        }
    }
}
