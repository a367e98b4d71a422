package dev.wellfield.core.watch;

import dev.wellfield.core.pool.Card;
import dev.wellfield.core.pool.Dimension;
import dev.wellfield.core.pool.Node;
import dev.wellfield.core.scheduling.CardView;
import dev.wellfield.core.tenancy.Limit;
import dev.wellfield.core.tenancy.Quota;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What was seen of one thing at one time. */
public sealed interface Signal {
    /** What the thing is called among those of its kind: names with dots between them, e.g. {@code inference.chat}. */
    String about();

    /** What it is called among all signals, e.g. {@code engine.inference.chat}. */
    default String name() {
        return switch (this) {
            case QuotaUse use -> "quota." + use.about();
            case EngineState engine -> "engine." + engine.about();
            case CardUse card -> "card." + card.about();
        };
    }

    /** Whose it is; empty where it is the platform's. */
    default Optional<String> owner() {
        return switch (this) {
            case QuotaUse use -> Optional.of(use.tenant());
            case EngineState engine -> Optional.of(engine.tenant());
            case CardUse ignored -> Optional.empty();
        };
    }

    /** Its numbers. */
    default Map<Measure, Long> measures() {
        return switch (this) {
            case QuotaUse use -> Map.of(Measure.USED_PERMILLE, use.permille());
            case EngineState engine -> Map.of(Measure.SILENT_SECONDS, engine.silentSeconds());
            case CardUse card ->
                Map.of(Measure.MEMORY_PERMILLE, (long) card.memoryPermille(), Measure.COMPUTE_PERMILLE, (long)
                        card.computePermille());
        };
    }

    /** What a limit is. */
    enum LimitKind {
        CEILING,
        GUARANTEE
    }

    /**
     * How much a tenant holds of what it may hold.
     *
     * @param used in the dimension's unit
     * @param limit in the dimension's unit, at least 1; a guarantee may be exceeded
     */
    record QuotaUse(String tenant, String pool, Dimension dimension, long used, long limit, LimitKind limitKind)
            implements Signal {
        public QuotaUse {
            if (limit < 1) {
                throw new IllegalArgumentException("limit (" + limit + ") must be at least 1");
            }
        }

        /** The use of a quota's ceiling, or of its guarantee where there is no ceiling; empty where it allows nothing. */
        public static Optional<QuotaUse> of(Quota quota, Dimension dimension, long used) {
            Limit limit = quota.limit(dimension);
            LimitKind kind = limit.ceiling() == null ? LimitKind.GUARANTEE : LimitKind.CEILING;
            long amount = limit.ceiling() == null ? limit.guarantee() : limit.ceiling();
            return amount == 0
                    ? Optional.empty()
                    : Optional.of(new QuotaUse(quota.tenant(), quota.pool(), dimension, used, amount, kind));
        }

        @Override
        public String about() {
            return tenant + "." + pool + "."
                    + dimension.name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        public long permille() {
            return Math.multiplyExact(used, 1000L) / limit;
        }
    }

    /** How an engine is. */
    enum Life {
        /** It hasn't answered yet, and may still be loading its model. */
        LOADING,
        READY,
        /** It runs and doesn't answer. */
        SILENT,
        /** It ended, and nobody had asked for that. */
        GONE
    }

    /**
     * How an engine is, and how long nobody has heard of it.
     *
     * @param silentSeconds since it last answered; since its start if it never has, since its end if it is gone
     */
    record EngineState(String tenant, String workload, String model, Life life, long silentSeconds, boolean simulated)
            implements Signal {
        /** An engine that hasn't answered for so long isn't ready. */
        public static final Duration READY_FOR = Duration.ofSeconds(10);

        /** What a model may take to load before its engine counts as silent. */
        public static final Duration LOADING_FOR = Duration.ofMinutes(5);

        /** Of an engine whose process runs. */
        public static EngineState running(
                String tenant,
                String workload,
                String model,
                boolean simulated,
                Instant startedAt,
                @Nullable Instant heartbeatAt,
                Instant now) {
            Duration silence = silence(heartbeatAt == null ? startedAt : heartbeatAt, now);
            Life life = heartbeatAt == null
                    ? silence.compareTo(LOADING_FOR) < 0 ? Life.LOADING : Life.SILENT
                    : silence.compareTo(READY_FOR) < 0 ? Life.READY : Life.SILENT;
            return new EngineState(tenant, workload, model, life, silence.toSeconds(), simulated);
        }

        /** Of an engine that ended by itself. */
        public static EngineState gone(
                String tenant, String workload, String model, boolean simulated, Instant endedAt, Instant now) {
            return new EngineState(
                    tenant, workload, model, Life.GONE, silence(endedAt, now).toSeconds(), simulated);
        }

        private static Duration silence(Instant since, Instant now) {
            return now.isAfter(since) ? Duration.between(since, now) : Duration.ZERO;
        }

        @Override
        public String about() {
            return tenant + "." + workload;
        }
    }

    /**
     * How much of a card is held.
     *
     * @param card its index on the node
     * @param memoryPermille all of it while somebody holds the card whole
     */
    record CardUse(
            String node,
            int card,
            String pool,
            int memoryPermille,
            int computePermille,
            boolean healthy,
            boolean simulated)
            implements Signal {
        public static CardUse of(Node node, CardView view) {
            Card card = view.card();
            long memory = card.model().memoryMib();
            return new CardUse(
                    node.name(),
                    card.index(),
                    card.pool(),
                    Math.toIntExact((memory - view.freeMemoryMib()) * 1000 / memory),
                    1000 - view.freeComputePermille(),
                    card.healthy(),
                    node.simulated());
        }

        @Override
        public String about() {
            return node + "." + card;
        }
    }
}
