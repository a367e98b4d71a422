package dev.wellfield.core.scheduling;

import dev.wellfield.core.pool.Amounts;
import dev.wellfield.core.pool.CardModel;
import dev.wellfield.core.pool.Dimension;
import dev.wellfield.core.pool.Isolation;
import dev.wellfield.core.pool.MigProfile;
import dev.wellfield.core.pool.Node;
import dev.wellfield.core.scheduling.WorkloadSpec.ShareSpec;
import dev.wellfield.core.tenancy.Limit;
import dev.wellfield.core.tenancy.Quota;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Turns what an engineer wrote into an {@link Ask}, or says all that can never be right about it: more than a card has,
 * more than the quota's ceiling, a level of isolation that the share can't have. What is only not possible now is none of
 * its business: that is for admission and placement.
 */
public final class AskCheck {
    private final String tenant;
    private final WorkloadSpec spec;
    private final List<Violation> violations = new ArrayList<>();

    private AskCheck(String tenant, WorkloadSpec spec) {
        this.tenant = tenant;
        this.spec = spec;
    }

    /** An ask, or what is wrong. */
    public sealed interface Result {
        record Valid(Ask ask) implements Result {}

        record Invalid(List<Violation> violations) implements Result {
            public Invalid {
                violations = List.copyOf(violations);
            }
        }
    }

    /**
     * Checks {@code spec} against the quota and what the pool is made of.
     *
     * @param model of the pool's cards
     * @param nodes those with cards in the pool; where there are none yet, nothing is too much for them
     */
    public static Result check(String tenant, WorkloadSpec spec, Quota quota, CardModel model, List<Node> nodes) {
        return new AskCheck(tenant, spec).run(quota, model, nodes);
    }

    private Result run(Quota quota, CardModel model, List<Node> nodes) {
        Ask ask = fill(quota, model);
        if (violations.isEmpty()) {
            checkAgainstCard(ask, quota);
            if (!nodes.isEmpty()) {
                checkAgainstNodes(ask, nodes);
            }
            checkIsolation(ask);
        }
        if (violations.isEmpty()) {
            checkAgainstCeilings(ask, quota);
        }
        return violations.isEmpty() ? new Result.Valid(ask) : new Result.Invalid(violations);
    }

    private Ask fill(Quota quota, CardModel model) {
        ShareSpec share = spec.share();
        if (spec.cards() == 0) {
            if (share != null) {
                violation("/spec/share", "a share of 0 cards", "no share where no cards are asked for");
            }
            return ask(quota, model, 0, 0, 0, false, null);
        }
        if (share == null) {
            long memoryMib = quota.memoryPerCardMib() == null
                    ? model.memoryMib()
                    : Math.min(quota.memoryPerCardMib(), model.memoryMib());
            return ask(quota, model, memoryMib, 1000, 1000, true, null);
        }
        if (share.migProfile() != null) {
            return sliceAsk(quota, model, share, share.migProfile());
        }
        return softAsk(quota, model, share);
    }

    private Ask sliceAsk(Quota quota, CardModel model, ShareSpec share, String name) {
        if (share.memoryMib() != null || share.computePermille() != null || share.bandwidthPermille() != null) {
            violation(
                    "/spec/share",
                    "migProfile beside memoryMib, computePermille or bandwidthPermille",
                    "either a slice or a share");
        }
        MigProfile profile = model.migProfile(name).orElse(null);
        if (profile == null) {
            String known = model.migProfiles().stream().map(MigProfile::name).collect(Collectors.joining(", "));
            violation(
                    "/spec/share/migProfile",
                    name,
                    known.isEmpty() ? "nothing: " + model.name() + " has no hardware slices" : "one of " + known);
            return ask(quota, model, 1, 1, 1, false, null);
        }
        int compute = profile.computeSlices() * 1000 / model.computeSlices();
        int bandwidth = profile.memorySlices() * 1000 / 8;
        return ask(quota, model, profile.memoryMib(), compute, bandwidth, false, profile);
    }

    private Ask softAsk(Quota quota, CardModel model, ShareSpec share) {
        Long memoryMib = share.memoryMib();
        Integer compute = share.computePermille();
        if (memoryMib == null && compute == null) {
            violation("/spec/share", "{}", "memoryMib, computePermille or migProfile; leave share out for whole cards");
            return ask(quota, model, 1, 1, 1, false, null);
        }
        long memory = memoryMib == null ? memoryFor(Objects.requireNonNull(compute), model) : memoryMib;
        int permille = compute == null ? computeFor(memory, model) : compute;
        int bandwidth = share.bandwidthPermille() != null ? share.bandwidthPermille() : permille;
        return ask(quota, model, memory, permille, bandwidth, false, null);
    }

    private static long memoryFor(int computePermille, CardModel model) {
        return Math.max(1, model.memoryMib() * computePermille / 1000);
    }

    private static int computeFor(long memoryMib, CardModel model) {
        return Math.clamp(Math.ceilDiv(memoryMib * 1000, model.memoryMib()), 1, 1000);
    }

    private Ask ask(
            Quota quota,
            CardModel model,
            long memoryMib,
            int compute,
            int bandwidth,
            boolean whole,
            @Nullable MigProfile profile) {
        Isolation natural = natural(whole, profile != null);
        Isolation needed = spec.isolation() == null ? natural : spec.isolation();
        return new Ask(
                tenant,
                quota.pool(),
                model,
                spec.cards(),
                memoryMib,
                compute,
                bandwidth,
                whole,
                profile,
                needed,
                spec.cpuMilli(),
                spec.hostMemoryMib());
    }

    /** The level that a kind of share has where everything is loaded. Work on CPUs alone shares no card. */
    private Isolation natural(boolean whole, boolean slice) {
        if (spec.cards() == 0) {
            return Isolation.NONE;
        }
        return whole || slice ? Isolation.HARD : Isolation.SOFT;
    }

    private void checkAgainstCard(Ask ask, Quota quota) {
        if (ask.cards() == 0) {
            return;
        }
        if (ask.memoryMib() > ask.model().memoryMib()) {
            violation(
                    memoryPointer(ask),
                    Dimension.MEMORY.text(ask.memoryMib()),
                    "at most " + Dimension.MEMORY.text(ask.model().memoryMib()) + ", the device memory of one "
                            + ask.model().name());
        } else if (quota.memoryPerCardMib() != null && ask.memoryMib() > quota.memoryPerCardMib()) {
            overQuota(
                    memoryPointer(ask),
                    Dimension.MEMORY.text(ask.memoryMib()),
                    "at most " + Dimension.MEMORY.text(quota.memoryPerCardMib()) + ", what the quota of " + tenant
                            + " allows of one card");
        }
    }

    /** A workload runs on one node. */
    private void checkAgainstNodes(Ask ask, List<Node> nodes) {
        atMost(
                "/spec/cards",
                ask.cards(),
                nodes.stream().mapToLong(node -> node.cardsOf(ask.pool())).max().orElseThrow(),
                amount -> Dimension.CARDS.text(amount * 1000),
                "the cards of the largest node of pool " + ask.pool());
        atMost(
                "/spec/cpuMilli",
                ask.cpuMilli(),
                nodes.stream().mapToLong(Node::cpuMilli).max().orElseThrow(),
                Dimension.CPU::text,
                "the CPU of the largest node of pool " + ask.pool());
        atMost(
                "/spec/hostMemoryMib",
                ask.hostMemoryMib(),
                nodes.stream().mapToLong(Node::memoryMib).max().orElseThrow(),
                Dimension.HOST_MEMORY::text,
                "the host memory of the largest node of pool " + ask.pool());
    }

    private void atMost(String pointer, long asked, long most, LongFunction<String> text, String what) {
        if (asked > most) {
            violation(pointer, text.apply(asked), "at most " + text.apply(most) + ", " + what);
        }
    }

    private void checkIsolation(Ask ask) {
        Isolation best = natural(ask.whole(), ask.profile() != null);
        if (spec.isolation() != null && !best.satisfies(spec.isolation())) {
            violation(
                    "/spec/isolation",
                    spec.isolation().name(),
                    ask.cards() == 0
                            ? "no level where no cards are asked for"
                            : "at most SOFT for a software share; HARD takes whole cards or a migProfile");
        }
    }

    private void checkAgainstCeilings(Ask ask, Quota quota) {
        Amounts amounts = ask.amounts();
        for (Dimension dimension : Dimension.values()) {
            Limit limit = quota.limit(dimension);
            long asked = amounts.get(dimension);
            if (limit.ceiling() != null && !limit.allows(asked)) {
                overQuota(
                        pointer(dimension, ask),
                        product(dimension, ask, asked),
                        "at most " + dimension.text(limit.ceiling()) + ", the ceiling of " + tenant + " in pool "
                                + quota.pool());
            }
        }
    }

    private String pointer(Dimension dimension, Ask ask) {
        return switch (dimension) {
            case CARDS, CONCURRENCY -> "/spec/cards";
            case MEMORY -> memoryPointer(ask);
            case COMPUTE -> computePointer(ask);
            case BANDWIDTH ->
                given(ShareSpec::bandwidthPermille)
                        ? sharePointer(ask, true, "bandwidthPermille", "computePermille")
                        : computePointer(ask);
            case CPU -> "/spec/cpuMilli";
            case HOST_MEMORY -> "/spec/hostMemoryMib";
        };
    }

    private String computePointer(Ask ask) {
        return sharePointer(ask, given(ShareSpec::computePermille), "computePermille", "memoryMib");
    }

    private String memoryPointer(Ask ask) {
        return sharePointer(ask, given(ShareSpec::memoryMib), "memoryMib", "computePermille");
    }

    /** The field that was written; one that follows from {@code other} is said to be wrong there. */
    private static String sharePointer(Ask ask, boolean given, String field, String other) {
        if (ask.whole()) {
            return "/spec/cards";
        }
        return "/spec/share/" + (ask.profile() != null ? "migProfile" : given ? field : other);
    }

    private boolean given(Function<ShareSpec, @Nullable Object> field) {
        return spec.share() != null && field.apply(spec.share()) != null;
    }

    /** Of shares of several cards as a product, so that nobody wonders where the sum comes from. */
    private static String product(Dimension dimension, Ask ask, long asked) {
        boolean wholeCards = ask.whole() && dimension != Dimension.MEMORY;
        if (!dimension.ofCards() || ask.cards() < 2 || wholeCards) {
            return dimension.text(asked);
        }
        return ask.cards() + " x " + dimension.text(asked / ask.cards()) + " = " + dimension.text(asked);
    }

    private void violation(String pointer, String value, String expected) {
        add(new Violation(pointer, value, expected, false));
    }

    private void overQuota(String pointer, String value, String expected) {
        add(new Violation(pointer, value, expected, true));
    }

    /** One for each field: what is wrong with it first says enough. */
    private void add(Violation violation) {
        if (violations.stream().noneMatch(it -> it.pointer().equals(violation.pointer()))) {
            violations.add(violation);
        }
    }
}
