package dev.wellfield.server.rest;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.format.Format;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The formats of strings, asserted by what handlers will read them with. */
final class Formats {
    private static final Pattern DATE_TIME =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\d[Tt]\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?([Zz]|[+-]\\d\\d:\\d\\d)");
    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");
    private static final Pattern UUID = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

    private Formats() {}

    static List<Format> all() {
        return List.of(
                new Named(
                        "date-time", text -> DATE_TIME.matcher(text).matches() && parses(OffsetDateTime::parse, text)),
                new Named("date", text -> DATE.matcher(text).matches() && parses(LocalDate::parse, text)),
                new Named("uuid", text -> UUID.matcher(text).matches()));
    }

    private static boolean parses(Function<String, ?> parser, String text) {
        try {
            var _ = parser.apply(text);
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }

    record Named(String name, Predicate<String> test) implements Format {
        @Override
        public String getName() {
            return name;
        }

        @Override
        public boolean matches(ExecutionContext context, String value) {
            return test.test(value);
        }
    }
}
