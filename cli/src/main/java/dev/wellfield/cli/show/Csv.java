package dev.wellfield.cli.show;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Lines of RFC 4180. Text that a spreadsheet would take for a formula is led by an apostrophe. */
public final class Csv {
    private static final Pattern FORMULA = Pattern.compile("[=+\\-@\\t\\r].*", Pattern.DOTALL);
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");

    private Csv() {}

    public static String line(List<String> values) {
        return values.stream().map(Csv::quoted).collect(Collectors.joining(","));
    }

    private static String quoted(String value) {
        boolean formula =
                FORMULA.matcher(value).matches() && !NUMBER.matcher(value).matches();
        String safe = formula ? "'" + value : value;
        boolean plain = safe.chars().noneMatch(it -> it == ',' || it == '"' || it == '\n' || it == '\r');
        return plain ? safe : '"' + safe.replace("\"", "\"\"") + '"';
    }
}
