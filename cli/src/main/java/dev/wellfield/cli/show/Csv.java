package dev.wellfield.cli.show;

import java.util.List;
import java.util.stream.Collectors;

/** Lines of RFC 4180. */
public final class Csv {
    private Csv() {}

    public static String line(List<String> values) {
        return values.stream().map(Csv::quoted).collect(Collectors.joining(","));
    }

    private static String quoted(String value) {
        boolean plain = value.chars().noneMatch(it -> it == ',' || it == '"' || it == '\n' || it == '\r');
        return plain ? value : '"' + value.replace("\"", "\"\"") + '"';
    }
}
