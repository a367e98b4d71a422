package dev.wellfield.cli;

import static dev.wellfield.cli.show.Json.number;
import static dev.wellfield.cli.show.Json.text;

import dev.wellfield.cli.show.Amounts;
import dev.wellfield.cli.show.Units;
import dev.wellfield.core.pool.Dimension;
import java.time.Duration;
import java.util.Arrays;
import tools.jackson.databind.JsonNode;

/** Alerts in English: what is wrong, in numbers, and the command that says more. */
final class WatchSentences {
    private WatchSentences() {}

    static String of(JsonNode alert) {
        JsonNode signal = alert.path("signal");
        return switch (text(alert, "/rule")) {
            case "QUOTA_HIGH" -> quota(signal);
            case "ENGINE_DOWN" -> engine(signal);
            default ->
                text(alert, "/rule") + ": " + text(alert, "/value") + " is more than " + text(alert, "/threshold")
                        + "; a newer wellfield can say more";
        };
    }

    private static String quota(JsonNode signal) {
        String tenant = text(signal, "/tenant");
        String limit = text(signal, "/limitKind").equals("GUARANTEE") ? "guarantee" : "ceiling";
        return tenant + " uses " + percent(number(signal, "/usedPermille")) + " of its " + limit + " in pool "
                + text(signal, "/pool") + ": " + amount(signal, number(signal, "/used")) + " of "
                + whole(signal, number(signal, "/limit")) + "; `wellfield get workloads --tenant " + tenant + "`";
    }

    private static String engine(JsonNode signal) {
        String name = text(signal, "/tenant") + "/" + text(signal, "/workload");
        String silence = duration(number(signal, "/silentSeconds"));
        return switch (text(signal, "/life")) {
            case "GONE" ->
                "Engine " + name + " ended " + silence + " ago, and nobody had cancelled it; `wellfield describe "
                        + name + "`";
            case "READY" -> "Engine " + name + " answers again; `wellfield logs " + name + "`";
            default -> "Engine " + name + " hasn't answered for " + silence + "; `wellfield logs " + name + "`";
        };
    }

    /** Thousandths as whole percent, rounded down. */
    static String percent(long permille) {
        return permille / 10 + " %";
    }

    /** {@code 45 s}, {@code 12 m}. */
    static String duration(long seconds) {
        return Units.duration(Duration.ofSeconds(seconds)).replaceFirst("([a-z])", " $1");
    }

    /** An amount of a signal's dimension, without what it is of. */
    static String amount(JsonNode signal, long amount) {
        return known(signal) ? Amounts.bare(dimension(signal), amount) : Long.toString(amount);
    }

    private static String whole(JsonNode signal, long amount) {
        return known(signal) ? Amounts.text(dimension(signal), amount) : amount + " " + text(signal, "/dimension");
    }

    private static Dimension dimension(JsonNode signal) {
        return Dimension.valueOf(text(signal, "/dimension"));
    }

    private static boolean known(JsonNode signal) {
        return Arrays.stream(Dimension.values()).anyMatch(it -> it.name().equals(text(signal, "/dimension")));
    }
}
