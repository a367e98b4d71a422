package dev.wellfield.store;

import dev.wellfield.core.scheduling.Check;
import dev.wellfield.core.scheduling.Explanation;
import dev.wellfield.core.scheduling.Remedy;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Explanations as the contract has them: a code and its numbers. */
public final class ExplanationJson {
    private ExplanationJson() {}

    public static ObjectNode write(Explanation explanation) {
        ObjectNode json = Json.object()
                .put("verdict", explanation.verdict().name())
                .put("at", explanation.at().toString());
        ArrayNode checks = json.putArray("checks");
        explanation.checks().forEach(check -> checks.add(check(check)));
        ArrayNode remedies = json.putArray("remedies");
        explanation.remedies().forEach(remedy -> remedies.add(remedy(remedy)));
        return json;
    }

    private static ObjectNode check(Check check) {
        ObjectNode json = Json.object();
        switch (check) {
            case Check.QuotaCeiling it -> {
                json.put("code", "QUOTA_CEILING")
                        .put("pool", it.pool())
                        .put("dimension", it.dimension().name())
                        .put("asked", it.asked())
                        .put("used", it.used())
                        .put("guarantee", it.guarantee());
                if (it.ceiling() != null) {
                    json.put("ceiling", it.ceiling());
                }
                holders(json, it.holders());
            }
            case Check.PoolFree it -> {
                json.put("code", "POOL_FREE")
                        .put("pool", it.pool())
                        .put("dimension", it.dimension().name())
                        .put("asked", it.asked())
                        .put("free", it.free())
                        .put("keptForGuarantees", it.keptForGuarantees());
                holders(json, it.holders());
            }
            case Check.CardFit it -> {
                json.put("code", "CARD_FIT")
                        .put("pool", it.pool())
                        .put("cards", it.cards())
                        .put("perCard", it.perCardMib())
                        .put("fittingCards", it.fittingCards())
                        .put("largestFree", it.largestFreeMib())
                        .put("keptForGuarantees", it.keptForGuarantees());
                if (it.largestFreeOn() != null) {
                    json.put("largestFreeOn", it.largestFreeOn());
                }
            }
            case Check.NodeFit it ->
                json.put("code", "NODE_FIT")
                        .put("dimension", it.dimension().name())
                        .put("asked", it.asked())
                        .put("free", it.free());
            case Check.IsolationLevel it ->
                json.put("code", "ISOLATION")
                        .put("isolationAsked", it.asked().name())
                        .put("isolationAvailable", it.available().name());
            case Check.DiskRoom it ->
                json.put("code", "DISK_ROOM").put("disk", it.disk()).put("neededMib", it.neededMib());
            case Check.QueueOrder it -> json.put("code", "QUEUE_ORDER").put("ahead", it.ahead());
        }
        return json.put("passed", check.passed());
    }

    private static void holders(ObjectNode json, List<Check.Holder> holders) {
        ArrayNode array = json.putArray("holders");
        holders.forEach(holder ->
                array.add(Json.object().put("workload", holder.workload()).put("amount", holder.amount())));
    }

    private static ObjectNode remedy(Remedy remedy) {
        return switch (remedy) {
            case Remedy.WaitForEnd it -> {
                ObjectNode json = remedy("WAIT_FOR_END", it.dimension().name(), it.amount());
                ArrayNode workloads = json.putArray("workloads");
                it.workloads().forEach(workloads::add);
                yield json;
            }
            case Remedy.AskLess it -> remedy("ASK_LESS", it.dimension().name(), it.amount());
            case Remedy.RaiseCeiling it ->
                remedy("RAISE_CEILING", it.dimension().name(), it.amount());
            case Remedy.AddCards it -> remedy("ADD_CARDS", it.dimension().name(), it.amount());
            case Remedy.AskLowerIsolation it ->
                Json.object()
                        .put("code", "ASK_LOWER_ISOLATION")
                        .put("isolation", it.isolation().name());
            case Remedy.FreeDisk it ->
                Json.object().put("code", "FREE_DISK").put("disk", it.disk()).put("amount", it.mib());
            case Remedy.InstallLimiter ignored -> Json.object().put("code", "INSTALL_LIMITER");
        };
    }

    private static ObjectNode remedy(String code, String dimension, long amount) {
        return Json.object().put("code", code).put("dimension", dimension).put("amount", amount);
    }
}
