package dev.wellfield.cli.why;

import dev.wellfield.cli.show.Amounts;
import dev.wellfield.cli.show.Units;
import dev.wellfield.cli.why.Check.Holder;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The English catalogue: a sentence for each check and each remedy, made of its numbers. */
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
        String asked = Amounts.text(it.dimension(), it.asked());
        String used = Amounts.text(it.dimension(), it.used());
        String whose = "The quota of " + tenant + " in pool " + it.pool();
        if (it.ceiling() == null) {
            return whose + " sets no limit here; " + asked + " asked for, " + used + " in use.";
        }
        String limit = whose + " allows at most " + Amounts.text(it.dimension(), it.ceiling()) + guaranteed(it) + ".";
        String use = it.used() == 0 ? "Nothing is in use" : "In use: " + used + heldBy(it.holders(), it);
        long over = it.used() + it.asked() - it.ceiling();
        String end = over > 0 ? ", " + Amounts.text(it.dimension(), over) + " too much." : ", which fits.";
        return limit + " " + use + ". Asked for: " + asked + end;
    }

    private static String guaranteed(Check.QuotaCeiling it) {
        return it.guarantee() == 0 ? "" : " (" + Amounts.text(it.dimension(), it.guarantee()) + " guaranteed)";
    }

    private static String heldBy(List<Holder> holders, Check.QuotaCeiling it) {
        return holders.isEmpty()
                ? ""
                : " by " + named(holders, holder -> Amounts.text(it.dimension(), holder.amount()));
    }

    private String poolFree(Check.PoolFree it) {
        long left = it.free() - it.keptForGuarantees();
        StringBuilder sentence = new StringBuilder("Pool " + it.pool() + " has ")
                .append(Amounts.text(it.dimension(), it.free()))
                .append(" free");
        if (it.keptForGuarantees() > 0) {
            sentence.append(" and keeps ")
                    .append(Amounts.text(it.dimension(), it.keptForGuarantees()))
                    .append(" of that for the guarantees of other tenants");
        }
        sentence.append(". Asked for: ").append(Amounts.text(it.dimension(), it.asked()));
        if (it.passed()) {
            return sentence.append(", which fits.").toString();
        }
        sentence.append(", ")
                .append(Amounts.text(it.dimension(), it.asked() - Math.max(0, left)))
                .append(" too much.");
        if (!it.holders().isEmpty()) {
            sentence.append(" The rest is held by ")
                    .append(named(it.holders(), holder -> Amounts.text(it.dimension(), holder.amount())))
                    .append('.');
        }
        return sentence.toString();
    }

    private static String named(List<Holder> holders, Function<Holder, String> amount) {
        String named = holders.stream()
                .limit(HOLDERS_NAMED)
                .map(it -> it.workload() + " (" + amount.apply(it) + ")")
                .collect(Collectors.joining(", "));
        int more = holders.size() - HOLDERS_NAMED;
        return more > 0 ? named + " and " + more + " more" : named;
    }

    private static String cardFit(Check.CardFit it) {
        String wanted = it.cards() == 1 ? "1 card" : it.cards() + " cards";
        String room = Units.memory(it.perCardMib()) + " free" + (it.cards() == 1 ? "" : " each");
        if (it.passed()) {
            return "A node of pool " + it.pool() + " had " + wanted + " with " + room + ".";
        }
        String best = it.fittingCards() == 0 ? "no node has any" : "the best node has " + it.fittingCards();
        String largest = it.largestFreeOn() == null
                ? " The pool has no healthy card."
                : " The most free memory on one card is " + Units.memory(it.largestFreeMib()) + ", on "
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

    /** What would let it run, as something that somebody does. */
    public String of(Remedy remedy, Explanation explanation) {
        return switch (remedy) {
            case Remedy.WaitForEnd it ->
                String.join(" and ", it.workloads()) + (it.workloads().size() == 1 ? " ends" : " end")
                        + ": that frees at least " + Amounts.text(it.dimension(), it.amount()) + ".";
            case Remedy.AskLess it -> "You ask for at most " + Amounts.text(it.dimension(), it.amount()) + ".";
            case Remedy.RaiseCeiling it ->
                "The operator raises the ceiling to " + Amounts.text(it.dimension(), it.amount())
                        + command(it, explanation) + ".";
            case Remedy.AskLowerIsolation it ->
                "You ask for isolation " + it.isolation() + " (--isolation " + it.isolation() + ").";
            case Remedy.InstallLimiter ignored ->
                "HAMi-core or MPS is installed on a node, so that shares can be enforced; `wellfield doctor` says what is loaded.";
            case Remedy.AddCards it -> "The pool gets " + Amounts.text(it.dimension(), it.amount()) + " more.";
            case Remedy.Unknown it -> it.code() + " (a newer wellfield can say more).";
        };
    }

    private String command(Remedy.RaiseCeiling it, Explanation explanation) {
        Optional<String> pool = explanation.checks().stream()
                .filter(check -> check instanceof Check.QuotaCeiling quota && quota.dimension() == it.dimension())
                .map(check -> ((Check.QuotaCeiling) check).pool())
                .findFirst();
        return pool.map(name -> " (wellfield quota set --tenant " + tenant + " --pool " + name + " --dimension "
                        + it.dimension() + "=:" + Amounts.option(it.dimension(), it.amount()) + ")")
                .orElse("");
    }
}
