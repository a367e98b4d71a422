package dev.wellfield.cli.show;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a listing is printed as. Tables are for people and may change; all others are stable. */
public enum Format {
    TABLE,
    WIDE,
    JSON,
    YAML,
    CSV,
    NAME;

    public static Optional<Format> find(String text) {
        return Arrays.stream(values()).filter(it -> it.text().equals(text)).findFirst();
    }

    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** All of them, e.g. for what would be right. */
    public static String known() {
        return Arrays.stream(values()).map(Format::text).collect(Collectors.joining(", "));
    }
}
