package dev.wellfield.gateway.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The folder that holds a journal's segments. Safe for any thread: it keeps nothing in memory. */
record SegmentFolder(Path path) {
    private static final Pattern NAME = Pattern.compile("usage-(\\d{19})\\.journal");

    Path file(long sequence) {
        return path.resolve("usage-%019d.journal".formatted(sequence));
    }

    /** While this file is there, nothing is shipped. */
    Path hold() {
        return path.resolve("hold");
    }

    /** In the order in which they were written. */
    List<Segment> segments() throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            return files.flatMap(file -> segment(file).stream())
                    .sorted(Comparator.comparingLong(Segment::sequence))
                    .toList();
        }
    }

    private static Optional<Segment> segment(Path file) {
        Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
        return name.matches() ? Optional.of(new Segment(Long.parseLong(name.group(1)), file)) : Optional.empty();
    }

    /** Makes names that were given or taken away durable. */
    void sync() throws IOException {
        try (FileChannel folder = FileChannel.open(path, StandardOpenOption.READ)) {
            folder.force(true);
        }
    }
}
