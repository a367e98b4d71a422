package dev.wellfield.core.pool;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** An amount in each {@link Dimension}, in that dimension's unit. Immutable; an amount not named is 0. */
@SuppressWarnings("EnumOrdinal") // the ordinal never leaves this class
public final class Amounts {
    private static final Dimension[] DIMENSIONS = Dimension.values();

    /** Nothing in any dimension. */
    public static final Amounts ZERO = new Amounts(new long[DIMENSIONS.length]);

    private final long[] values;

    private Amounts(long[] values) {
        this.values = values;
    }

    /** The given amounts, 0 elsewhere. */
    public static Amounts of(Map<Dimension, Long> amounts) {
        long[] values = new long[DIMENSIONS.length];
        amounts.forEach((dimension, amount) -> values[dimension.ordinal()] = amount);
        return new Amounts(values);
    }

    public long get(Dimension dimension) {
        return values[dimension.ordinal()];
    }

    /** The same but for one dimension. */
    public Amounts with(Dimension dimension, long amount) {
        long[] copy = values.clone();
        copy[dimension.ordinal()] = amount;
        return new Amounts(copy);
    }

    /** The sum, dimension by dimension. */
    public Amounts plus(Amounts other) {
        long[] sum = values.clone();
        for (int i = 0; i < sum.length; i++) {
            sum[i] = Math.addExact(sum[i], other.values[i]);
        }
        return new Amounts(sum);
    }

    /** The difference, dimension by dimension; it may be negative. */
    public Amounts minus(Amounts other) {
        long[] difference = values.clone();
        for (int i = 0; i < difference.length; i++) {
            difference[i] = Math.subtractExact(difference[i], other.values[i]);
        }
        return new Amounts(difference);
    }

    /** The difference, but never below 0 in any dimension. */
    public Amounts minusDownToZero(Amounts other) {
        long[] difference = values.clone();
        for (int i = 0; i < difference.length; i++) {
            difference[i] = Math.max(0, Math.subtractExact(difference[i], other.values[i]));
        }
        return new Amounts(difference);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Amounts that && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return Arrays.stream(DIMENSIONS)
                .filter(dimension -> get(dimension) != 0)
                .map(dimension -> dimension + "=" + get(dimension))
                .collect(Collectors.joining(" ", "{", "}"));
    }
}
