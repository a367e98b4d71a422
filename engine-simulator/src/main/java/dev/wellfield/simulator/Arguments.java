package dev.wellfield.simulator;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A command line of {@code --name value}, {@code --name=value} and {@code --flag}. Errors name the option and its value. */
final class Arguments {

    private final Map<String, List<String>> values = new LinkedHashMap<>();

    /** Throws {@link IllegalArgumentException} for an unknown option or one without its value. */
    Arguments(List<String> words, Set<String> valued, Set<String> flags) {
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            if (flags.contains(name) && equals < 0) {
                add(name, "true");
            } else if (valued.contains(name) && equals >= 0) {
                add(name, word.substring(equals + 1));
            } else if (valued.contains(name)) {
                if (i + 1 == words.size()) {
                    throw new IllegalArgumentException(name + " needs a value after it");
                }
                add(name, words.get(++i));
            } else {
                throw new IllegalArgumentException("unknown option '" + word + "'; --help lists the known ones");
            }
        }
    }

    private void add(String name, String value) {
        values.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
    }

    boolean flag(String name) {
        return values.containsKey(name);
    }

    /** Every value given for a repeatable option, in order. */
    List<String> texts(String name) {
        return List.copyOf(values.getOrDefault(name, List.of()));
    }

    /** The last value given. */
    Optional<String> text(String name) {
        List<String> given = texts(name);
        return given.isEmpty() ? Optional.empty() : Optional.of(given.getLast());
    }

    int integer(String name, int fallback, int least, int most) {
        return text(name).map(value -> integer(name, value, least, most)).orElse(fallback);
    }

    static int integer(String name, String value, int least, int most) {
        try {
            int number = Integer.parseInt(value.strip());
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below, together with the range.
        }
        throw new IllegalArgumentException(
                "%s (%s) must be a whole number from %d to %d".formatted(name, value, least, most));
    }

    <E extends Enum<E>> E choice(String name, E fallback, Class<E> type) {
        Optional<String> given = text(name);
        if (given.isEmpty()) {
            return fallback;
        }
        List<String> names = new ArrayList<>();
        for (E constant : type.getEnumConstants()) {
            String known = constant.name().toLowerCase(Locale.ROOT);
            if (known.equals(given.get())) {
                return constant;
            }
            names.add(known);
        }
        throw new IllegalArgumentException(
                "%s (%s) must be one of %s".formatted(name, given.get(), String.join(", ", names)));
    }
}
