package dev.wellfield.cli.why;

import static dev.wellfield.cli.show.Json.flag;
import static dev.wellfield.cli.show.Json.number;
import static dev.wellfield.cli.show.Json.text;
import static dev.wellfield.cli.show.Json.textOrNull;

import dev.wellfield.cli.why.Check.Holder;
import dev.wellfield.core.pool.Dimension;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads explanations as the REST API has them. What a newer server adds is kept by its code. */
public final class ExplanationReader {
    private ExplanationReader() {}

    public static Explanation read(JsonNode json) {
        List<Check> checks = new ArrayList<>();
        json.path("checks").forEach(check -> checks.add(check(check)));
        List<Remedy> remedies = new ArrayList<>();
        json.path("remedies").forEach(remedy -> remedies.add(remedy(remedy)));
        return new Explanation(text(json, "/verdict"), text(json, "/at"), checks, remedies);
    }

    private static Check check(JsonNode json) {
        String code = text(json, "/code");
        boolean passed = flag(json, "/passed");
        Dimension dimension = dimension(json);
        return switch (code) {
            case "QUOTA_CEILING" ->
                dimension == null ? new Check.Unknown(code, passed) : quota(json, dimension, passed);
            case "POOL_FREE" -> dimension == null ? new Check.Unknown(code, passed) : pool(json, dimension, passed);
            case "NODE_FIT" ->
                dimension == null
                        ? new Check.Unknown(code, passed)
                        : new Check.NodeFit(dimension, number(json, "/asked"), number(json, "/free"), passed);
            case "CARD_FIT" ->
                new Check.CardFit(
                        text(json, "/pool"),
                        number(json, "/cards"),
                        number(json, "/perCard"),
                        number(json, "/fittingCards"),
                        number(json, "/largestFree"),
                        textOrNull(json, "/largestFreeOn"),
                        passed);
            case "ISOLATION" ->
                new Check.IsolationLevel(text(json, "/isolationAsked"), text(json, "/isolationAvailable"), passed);
            case "DISK_ROOM" -> new Check.DiskRoom(text(json, "/disk"), number(json, "/neededMib"), passed);
            case "QUEUE_ORDER" -> new Check.QueueOrder(text(json, "/ahead"), passed);
            default -> new Check.Unknown(code, passed);
        };
    }

    private static Check quota(JsonNode json, Dimension dimension, boolean passed) {
        return new Check.QuotaCeiling(
                text(json, "/pool"),
                dimension,
                number(json, "/asked"),
                number(json, "/used"),
                number(json, "/guarantee"),
                json.has("ceiling") ? number(json, "/ceiling") : null,
                holders(json),
                passed);
    }

    private static Check pool(JsonNode json, Dimension dimension, boolean passed) {
        return new Check.PoolFree(
                text(json, "/pool"),
                dimension,
                number(json, "/asked"),
                number(json, "/free"),
                number(json, "/keptForGuarantees"),
                holders(json),
                passed);
    }

    private static List<Holder> holders(JsonNode json) {
        List<Holder> holders = new ArrayList<>();
        json.path("holders").forEach(it -> holders.add(new Holder(text(it, "/workload"), number(it, "/amount"))));
        return holders;
    }

    private static Remedy remedy(JsonNode json) {
        String code = text(json, "/code");
        long amount = number(json, "/amount");
        if (code.equals("ASK_LOWER_ISOLATION")) {
            return new Remedy.AskLowerIsolation(text(json, "/isolation"));
        }
        if (code.equals("INSTALL_LIMITER")) {
            return new Remedy.InstallLimiter();
        }
        Dimension dimension = dimension(json);
        if (dimension == null) {
            return new Remedy.Unknown(code);
        }
        return switch (code) {
            case "WAIT_FOR_END" -> {
                List<String> workloads = new ArrayList<>();
                json.path("workloads").forEach(it -> workloads.add(it.asString("")));
                yield new Remedy.WaitForEnd(dimension, amount, workloads);
            }
            case "ASK_LESS" -> new Remedy.AskLess(dimension, amount);
            case "RAISE_CEILING" -> new Remedy.RaiseCeiling(dimension, amount);
            case "ADD_CARDS" -> new Remedy.AddCards(dimension, amount);
            case "FREE_DISK" -> new Remedy.FreeDisk(text(json, "/disk"), number(json, "/amount"));
            default -> new Remedy.Unknown(code);
        };
    }

    private static @Nullable Dimension dimension(JsonNode json) {
        String name = text(json, "/dimension");
        Optional<Dimension> dimension = Arrays.stream(Dimension.values())
                .filter(it -> it.name().equals(name))
                .findFirst();
        return dimension.orElse(null);
    }
}
