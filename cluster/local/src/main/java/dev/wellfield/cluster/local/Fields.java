package dev.wellfield.cluster.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The name=value lines of one of the shim's files. A file that is absent, or empty after a power cut, has no fields: the
 * caller treats it as not written.
 */
record Fields(Map<String, String> values) {

    static Fields read(Path file) {
        String text;
        try {
            text = Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException absent) {
            return new Fields(Map.of());
        }
        Map<String, String> values = new HashMap<>();
        text.lines().forEach(line -> {
            int equals = line.indexOf('=');
            if (equals > 0) {
                values.put(line.substring(0, equals), line.substring(equals + 1).strip());
            }
        });
        return new Fields(values);
    }

    Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name)).filter(value -> !value.isEmpty());
    }

    OptionalLong number(String name) {
        try {
            return text(name).map(Long::parseLong).map(OptionalLong::of).orElse(OptionalLong.empty());
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }
}
