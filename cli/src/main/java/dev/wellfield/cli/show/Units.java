package dev.wellfield.cli.show;

import dev.wellfield.core.pool.Dimension;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Amounts as people write and read them. Whoever writes a bare number where several units are possible is asked which one
 * is meant. What {@link Amounts#option} writes, the parse methods read back as the same amount.
 */
public final class Units {
    private static final Pattern NUMBER_AND_UNIT = Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,9})?) ?([A-Za-z%/]*)");
    private static final Map<String, Long> MIB = Map.of("mib", 1L, "gib", 1024L, "tib", 1024L * 1024);
    private static final Map<String, Long> SECONDS = Map.of("s", 1L, "m", 60L, "h", 3600L, "d", 86400L);
    private static final Map<String, Long> MBPS = Map.of("mb/s", 1L, "gb/s", 1000L, "tb/s", 1_000_000L);

    private Units() {}

    /** {@code 20GiB} as MiB. */
    public static Parsed memoryMib(String text) {
        Matcher matcher = NUMBER_AND_UNIT.matcher(text.strip());
        if (!matcher.matches()) {
            return new Parsed.Wrong("a size with its unit, e.g. 20GiB or 512MiB");
        }
        String number = matcher.group(1);
        String unit = matcher.group(2);
        if (unit.isEmpty()) {
            return new Parsed.Wrong("a size with its unit: " + number + "GiB or " + number + "MiB");
        }
        Long factor = MIB.get(unit.toLowerCase(Locale.ROOT));
        return factor == null
                ? new Parsed.Wrong("a size in GiB or MiB (1 GiB = 1024 MiB), e.g. " + number + "GiB")
                : whole(number, factor, "a whole number of MiB, e.g. 512MiB or 1.5GiB");
    }

    /** {@code 50%} as 500 thousandths. */
    public static Parsed permille(String text) {
        Matcher matcher = NUMBER_AND_UNIT.matcher(text.strip());
        String expected = "a part of one card as a percentage from 0.1% to 100%, e.g. 50%";
        if (!matcher.matches() || !matcher.group(2).equals("%")) {
            return new Parsed.Wrong(expected);
        }
        return whole(matcher.group(1), 10, expected) instanceof Parsed.Amount(long permille)
                        && permille >= 1
                        && permille <= 1000
                ? new Parsed.Amount(permille)
                : new Parsed.Wrong(expected);
    }

    /** {@code 2} or {@code 0.5} or {@code 500m} as thousandths: of cores, of cards. */
    public static Parsed milli(String text, String what) {
        Matcher matcher = NUMBER_AND_UNIT.matcher(text.strip());
        String expected = "a number of " + what + ", e.g. 2, 0.5 or 500m (thousandths)";
        if (!matcher.matches()) {
            return new Parsed.Wrong(expected);
        }
        return switch (matcher.group(2)) {
            case "" -> whole(matcher.group(1), 1000, expected);
            case "m" -> whole(matcher.group(1), 1, expected);
            default -> new Parsed.Wrong(expected);
        };
    }

    /** {@code 1555GB/s} as MB/s. */
    public static Parsed bandwidthMbps(String text) {
        Matcher matcher = NUMBER_AND_UNIT.matcher(text.strip());
        String expected = "a bandwidth with its unit, e.g. 1555GB/s or 800MB/s";
        Long factor = matcher.matches() ? MBPS.get(matcher.group(2).toLowerCase(Locale.ROOT)) : null;
        return factor == null ? new Parsed.Wrong(expected) : whole(matcher.group(1), factor, expected);
    }

    /** {@code 30s}, {@code 5m}, {@code 12h} or {@code 30d} as seconds. */
    public static Parsed seconds(String text) {
        Matcher matcher = NUMBER_AND_UNIT.matcher(text.strip());
        String expected = "a duration with its unit: s, m, h or d, e.g. 30s or 12h";
        Long factor = matcher.matches() ? SECONDS.get(matcher.group(2)) : null;
        return factor == null ? new Parsed.Wrong(expected) : whole(matcher.group(1), factor, expected);
    }

    /** A plain count. */
    public static Parsed count(String text) {
        return text.strip().matches("[0-9]{1,12}")
                ? new Parsed.Amount(Long.parseLong(text.strip()))
                : new Parsed.Wrong("a whole number, e.g. 4");
    }

    private static Parsed whole(String number, long factor, String expected) {
        BigDecimal amount = new BigDecimal(number).multiply(BigDecimal.valueOf(factor));
        return amount.stripTrailingZeros().scale() <= 0 && amount.precision() - amount.scale() <= 18
                ? new Parsed.Amount(amount.longValueExact())
                : new Parsed.Wrong(expected);
    }

    /** MiB as {@code 20 GiB} where that is exact to a quarter, else {@code 20,479 MiB}. */
    public static String memory(long mib) {
        return Dimension.MEMORY.text(mib);
    }

    /** Thousandths as {@code 50 %}. */
    public static String percent(long permille) {
        return decimal(permille, 10) + " %";
    }

    /** Thousandths as {@code 0.5}. */
    public static String milli(long thousandths) {
        return decimal(thousandths, 1000);
    }

    public static String bandwidth(long mbps) {
        return Dimension.BANDWIDTH.text(mbps);
    }

    /** A decimal number without zeros at its end. */
    public static String plain(BigDecimal number) {
        BigDecimal stripped = number.stripTrailingZeros();
        return (stripped.scale() < 0 ? stripped.setScale(0) : stripped).toPlainString();
    }

    private static String decimal(long amount, long unit) {
        return plain(BigDecimal.valueOf(amount).divide(BigDecimal.valueOf(unit)));
    }

    /** {@code 45s}, {@code 12m}, {@code 5h}, {@code 3d}: the largest unit of which there are two, or the smaller one. */
    public static String duration(Duration duration) {
        long seconds = Math.max(0, duration.toSeconds());
        if (seconds < 120) {
            return seconds + "s";
        }
        if (seconds < 7200) {
            return seconds / 60 + "m";
        }
        return seconds < 172_800 ? seconds / 3600 + "h" : seconds / 86_400 + "d";
    }
}
