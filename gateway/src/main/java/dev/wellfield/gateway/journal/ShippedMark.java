package dev.wellfield.gateway.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How far a journal has been shipped, in memory and in a small file. If the file is lost or behind, some is shipped
 * again, which does no harm. Written by the shipper, read by any thread.
 */
final class ShippedMark {
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

    void advance(Position to) throws IOException {
        Path next = file.resolveSibling("shipped.tmp");
        Files.writeString(next, to.sequence() + " " + to.offset() + "\n");
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        position = to;
    }
}
