package dev.wellfield.cli.why;

import dev.wellfield.cli.show.Amounts;
import dev.wellfield.cli.show.Units;
import dev.wellfield.cli.why.Remedy.AskLess;
import dev.wellfield.cli.why.Remedy.RaiseCeiling;
import dev.wellfield.cli.why.Remedy.WaitForEnd;
import dev.wellfield.core.pool.Dimension;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The English catalogue of remedies. What is short in several dimensions at once is mended in all of them or not at all, so
 * that remedies of one sort are one sentence; each sentence by itself would let the workload run.
 */
public final class Remedies {
    private final String tenant;
    private final Explanation explanation;

    /** @param tenant the workload's */
    public Remedies(String tenant, Explanation explanation) {
        this.tenant = tenant;
        this.explanation = explanation;
    }

    /** Each as something that somebody does, in the order in which the server names them. */
    public List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        for (Remedy remedy : explanation.remedies()) {
            String sentence = switch (remedy) {
                case WaitForEnd ignored -> waitForEnd(all(WaitForEnd.class));
                case AskLess ignored -> askLess(all(AskLess.class));
                case RaiseCeiling ignored -> raiseCeiling(all(RaiseCeiling.class));
                case Remedy.AskLowerIsolation it ->
                    "You ask for isolation " + it.isolation() + " (--isolation " + it.isolation() + ").";
                case Remedy.InstallLimiter ignored ->
                    "HAMi-core or MPS is installed on a node, so that shares can be enforced;"
                            + " `wellfield doctor` says what is loaded.";
                case Remedy.FreeDisk it ->
                    "The operator makes room on the disk of " + it.disk() + "; it starts by itself once "
                            + Units.memory(it.mib()) + " are free.";
                case Remedy.AddCards ignored ->
                    "The pool gets " + list(all(Remedy.AddCards.class), it -> Amounts.text(it.dimension(), it.amount()))
                            + " more.";
                case Remedy.Unknown it -> it.code() + " (a newer wellfield can say more).";
            };
            if (!sentence.isEmpty() && !sentences.contains(sentence)) {
                sentences.add(sentence);
            }
        }
        return sentences;
    }

    private <T extends Remedy> List<T> all(Class<T> type) {
        return explanation.remedies().stream()
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    private static String waitForEnd(List<WaitForEnd> all) {
        List<String> workloads =
                all.stream().flatMap(it -> it.workloads().stream()).distinct().toList();
        return and(workloads) + (workloads.size() == 1 ? " ends" : " end") + ": that frees at least "
                + list(all, it -> Amounts.text(it.dimension(), it.amount())) + ".";
    }

    /** Nothing, if one of the dimensions that are short has nothing left to ask for. */
    private String askLess(List<AskLess> all) {
        List<Dimension> possible = all.stream().map(AskLess::dimension).toList();
        boolean enough = explanation.checks().stream()
                .filter(it -> !it.passed())
                .flatMap(it -> dimension(it).stream())
                .allMatch(possible::contains);
        return enough ? "You ask for at most " + list(all, it -> Amounts.text(it.dimension(), it.amount())) + "." : "";
    }

    private static Optional<Dimension> dimension(Check check) {
        return switch (check) {
            case Check.QuotaCeiling it -> Optional.of(it.dimension());
            case Check.PoolFree it -> Optional.of(it.dimension());
            case Check.NodeFit it -> Optional.of(it.dimension());
            case Check.CardFit ignored -> Optional.empty();
            case Check.IsolationLevel ignored -> Optional.empty();
            case Check.DiskRoom ignored -> Optional.empty();
            case Check.QueueOrder ignored -> Optional.empty();
            case Check.Unknown ignored -> Optional.empty();
        };
    }

    private String raiseCeiling(List<RaiseCeiling> all) {
        Optional<String> pool = explanation.checks().stream()
                .filter(it -> it instanceof Check.QuotaCeiling)
                .map(it -> ((Check.QuotaCeiling) it).pool())
                .findFirst();
        String options = all.stream()
                .map(it -> " --dimension " + it.dimension() + "=:" + Amounts.option(it.dimension(), it.amount()))
                .collect(Collectors.joining());
        return "The operator raises the ceiling to " + list(all, it -> Amounts.text(it.dimension(), it.amount()))
                + pool.map(it -> ":\n    wellfield quota set --tenant " + tenant + " --pool " + it + options)
                        .orElse(".");
    }

    private static <T> String list(List<T> items, Function<T, String> text) {
        return and(items.stream().map(text).toList());
    }

    private static String and(List<String> texts) {
        int last = texts.size() - 1;
        return last < 1
                ? String.join("", texts)
                : String.join(", ", texts.subList(0, last)) + " and " + texts.get(last);
    }
}
