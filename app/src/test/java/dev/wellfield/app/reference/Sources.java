package dev.wellfield.app.reference;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The product's own sources, for what is a list nowhere else. */
final class Sources {
    static final Path ROOT = Path.of("..");

    private Sources() {}

    /** The first group of every match in the Java sources of these folders. */
    static Set<String> find(Pattern pattern, String... folders) {
        Set<String> found = new TreeSet<>();
        for (String folder : folders) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .forEach(file -> pattern.matcher(read(file)).results().forEach(it -> found.add(it.group(1))));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return found;
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
