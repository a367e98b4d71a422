package dev.wellfield.cli.why;

import dev.wellfield.cli.show.Amounts;
import dev.wellfield.cli.show.Units;
import dev.wellfield.cli.why.Check.Holder;
import dev.wellfield.core.pool.Dimension;
import java.util.List;
import java.util.stream.Collectors;

/** The English catalogue: a sentence for each check, made of its numbers. {@link Remedies} has those for remedies. */
public final class Sentences {
    private static final int HOLDERS_NAMED = 5;

    private final String tenant;

    /** @param tenant the workload's */
    public Sentences(String tenant) {
        this.tenant = tenant;
    }

    /** What was looked at and what was found. */
    public String of(Check check) {
        return switch (check) {
            case Check.QuotaCeiling it -> quotaCeiling(it);
            case Check.PoolFree it -> poolFree(it);
            case Check.CardFit it -> cardFit(it);
            case Check.NodeFit it -> nodeFit(it);
            case Check.IsolationLevel it ->
                it.passed()
                        ? "It needs isolation " + it.asked() + ", and a node can give " + it.available() + "."
                        : "It needs isolation " + it.asked() + ", but the best that any node can give is "
                                + it.available() + ".";
            case Check.DiskRoom it ->
                it.passed()
                        ? "The disk of " + it.disk() + " has room."
                        : "The disk of " + it.disk() + " is nearly full: workloads start only while "
                                + Units.memory(it.neededMib()) + " are free there.";
            case Check.QueueOrder it ->
                it.passed()
                        ? "No workload of " + tenant + " is ahead of it."
                        : it.ahead() + " is ahead of it and waits for cards of the same pool.";
            case Check.Unknown it ->
                "The check " + it.code()
                        + (it.passed() ? " passed." : " did not pass; a newer wellfield can say more.");
        };
    }

    private String quotaCeiling(Check.QuotaCeiling it) {
        Dimension dimension = it.dimension();
        String whose = "The quota of " + tenant + " in pool " + it.pool();
        if (it.ceiling() == null) {
            return whose + " sets no limit here; " + Amounts.text(dimension, it.asked()) + " asked for, "
                    + Amounts.text(dimension, it.used()) + " in use.";
        }
        String guaranteed = it.guarantee() == 0 ? "" : " (" + Amounts.bare(dimension, it.guarantee()) + " guaranteed)";
        String use = it.used() == 0
                ? "none"
                : Amounts.bare(dimension, it.used()) + heldBy(dimension, it.used(), it.holders());
        long over = it.used() + it.asked() - it.ceiling();
        return whose + " allows at most " + Amounts.text(dimension, it.ceiling()) + guaranteed + ". In use: " + use
                + ". Asked for: " + Amounts.bare(dimension, it.asked())
                + (over > 0 ? ", which is " + Amounts.bare(dimension, over) + " too much." : ", which fits.");
    }

    private static String poolFree(Check.PoolFree it) {
        Dimension dimension = it.dimension();
        String kept = it.keptForGuarantees() == 0
                ? ""
                : ", of which it keeps " + Amounts.bare(dimension, it.keptForGuarantees())
                        + " for the guarantees of other tenants";
        long over = it.asked() - Math.max(0, it.free() - it.keptForGuarantees());
        String held = it.passed() || it.holders().isEmpty()
                ? ""
                : " Held: " + Amounts.bare(dimension, sum(it.holders()))
                        + heldBy(dimension, sum(it.holders()), it.holders()) + ".";
        return "Pool " + it.pool() + " has " + Amounts.text(dimension, it.free()) + " free" + kept + ". Asked for: "
                + Amounts.bare(dimension, it.asked())
                + (it.passed() ? ", which fits." : ", which is " + Amounts.bare(dimension, over) + " too much.") + held;
    }

    private static long sum(List<Holder> holders) {
        return holders.stream().mapToLong(Holder::amount).sum();
    }

    /** A single holder of it all need not be told how much. */
    private static String heldBy(Dimension dimension, long all, List<Holder> holders) {
        if (holders.isEmpty()) {
            return "";
        }
        if (holders.size() == 1 && holders.getFirst().amount() == all) {
            return " by " + holders.getFirst().workload();
        }
        String named = holders.stream()
                .limit(HOLDERS_NAMED)
                .map(it -> it.workload() + " (" + Amounts.bare(dimension, it.amount()) + ")")
                .collect(Collectors.joining(", "));
        int more = holders.size() - HOLDERS_NAMED;
        return " by " + named + (more > 0 ? " and " + more + " more" : "");
    }

    private static String cardFit(Check.CardFit it) {
        String wanted = it.cards() == 1 ? "1 card" : it.cards() + " cards";
        String room = Units.memory(it.perCardMib()) + " of free device memory" + (it.cards() == 1 ? "" : " each");
        if (it.passed()) {
            return "A node of pool " + it.pool() + " had " + wanted + " with " + room + ".";
        }
        String best = it.fittingCards() == 0 ? "no node has any" : "the best node has " + it.fittingCards();
        String largest = it.largestFreeOn() == null
                ? " The pool has no healthy card."
                : " The most free device memory on one card is " + Units.memory(it.largestFreeMib()) + ", on "
                        + it.largestFreeOn() + ".";
        return "It needs " + wanted + " of one node with " + room + (it.cards() == 1 ? "" : " at once") + "; " + best
                + "." + largest;
    }

    private static String nodeFit(Check.NodeFit it) {
        String asked = Amounts.text(it.dimension(), it.asked());
        String free = Amounts.text(it.dimension(), it.free());
        return it.passed()
                ? "A node has " + free + " left; it asks for " + asked + ", which fits."
                : "It asks for " + asked + "; the most that a node has left is " + free + ".";
    }
}
