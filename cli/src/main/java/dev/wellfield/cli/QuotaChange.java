package dev.wellfield.cli;

import dev.wellfield.cli.show.Amounts;
import dev.wellfield.core.pool.Dimension;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A change of one dimension of a quota, as {@code CARDS=3:4} says it. */
sealed interface QuotaChange {
    Dimension dimension();

    /** Takes the dimension out. */
    record Remove(Dimension dimension) implements QuotaChange {}

    /**
     * Sets what is given.
     *
     * @param guarantee null leaves it
     * @param ceiling null leaves it, unless there is to be none
     */
    record Set(
            Dimension dimension,
            @Nullable Long guarantee,
            @Nullable Long ceiling,
            boolean noCeiling) implements QuotaChange {}

    default void apply(ObjectNode limits) {
        String name = dimension().name();
        switch (this) {
            case Remove ignored -> limits.remove(name);
            case Set set -> {
                ObjectNode limit = limits.withObject("/" + name);
                if (set.guarantee() != null) {
                    limit.put("guarantee", set.guarantee());
                }
                if (set.noCeiling()) {
                    limit.remove("ceiling");
                } else if (set.ceiling() != null) {
                    limit.put("ceiling", set.ceiling());
                }
            }
        }
    }

    /** Notes what is wrong; what it returns then is of no use. */
    static QuotaChange parse(String text, Violations violations) {
        String[] parts = text.split("=", 2);
        Optional<Dimension> dimension = Arrays.stream(Dimension.values())
                .filter(it -> it.name().equals(parts[0].toUpperCase(Locale.ROOT).replace('-', '_')))
                .findFirst();
        if (dimension.isEmpty() || parts.length != 2 || (!parts[1].contains(":") && !parts[1].equals("none"))) {
            violations.add(
                    "--dimension",
                    text,
                    "DIMENSION=GUARANTEE:CEILING, e.g. CARDS=3:4 or MEMORY=:80GiB; dimensions are "
                            + String.join(
                                    ", ",
                                    Arrays.stream(Dimension.values())
                                            .map(Enum::name)
                                            .toList()));
            return new Remove(Dimension.CARDS);
        }
        if (parts[1].equals("none")) {
            return new Remove(dimension.get());
        }
        String guarantee = parts[1].substring(0, parts[1].indexOf(':'));
        String ceiling = parts[1].substring(parts[1].indexOf(':') + 1);
        boolean noCeiling = ceiling.equals("none");
        return new Set(
                dimension.get(),
                side(dimension.get(), guarantee, "guarantee", violations),
                noCeiling ? null : side(dimension.get(), ceiling, "ceiling", violations),
                noCeiling);
    }

    private static @Nullable Long side(Dimension dimension, String text, String which, Violations violations) {
        if (text.isEmpty()) {
            return null;
        }
        return violations.amount("--dimension " + dimension + ", " + which, text, Amounts.parse(dimension, text));
    }
}
