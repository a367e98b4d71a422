package dev.wellfield.core.metering;

import dev.wellfield.core.serving.Outcome;
import dev.wellfield.core.serving.TokenCount;
import dev.wellfield.core.tenancy.PlanType;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Something that was used, written down once and never changed. Its natural key makes writing it twice harmless. */
public sealed interface UsageFact {
    String tenant();

    /** When it was used. */
    TimeWindow window();

    boolean simulated();

    /**
     * A share of a card, held for a time. The key is (allocation, card, start of the window).
     *
     * @param card the card's index on its node
     * @param cardsMilli the part of the card that counts: the larger of memory and compute, thousandths
     * @param plan how the tenant paid for cards when the allocation was made
     * @param inferred the end was not observed
     */
    record CardTime(
            UUID allocationId,
            String tenant,
            String workload,
            String pool,
            String cardModel,
            String node,
            int card,
            int cardsMilli,
            PlanType plan,
            TimeWindow window,
            boolean simulated,
            boolean inferred)
            implements UsageFact {
        /** Thousandths of a card times microseconds. */
        public long milliCardMicros() {
            return Math.multiplyExact(window.micros(), (long) cardsMilli);
        }

        /** The part of it that lies in {@code other}, if any does. */
        public Optional<CardTime> within(TimeWindow other) {
            return window.intersect(other)
                    .map(part -> new CardTime(
                            allocationId,
                            tenant,
                            workload,
                            pool,
                            cardModel,
                            node,
                            card,
                            cardsMilli,
                            plan,
                            part,
                            simulated,
                            inferred));
        }
    }

    /** Tokens of one request. The key is the request. */
    record Tokens(
            UUID requestId,
            String tenant,
            UUID keyId,
            String keyName,
            String model,
            UUID modelId,
            String modelOwner,
            UUID endpointId,
            PlanType plan,
            TimeWindow window,
            TokenCount count,
            Outcome outcome,
            boolean estimated,
            boolean simulated)
            implements UsageFact {
        /** The instant at which it was settled, which decides the month that it belongs to. */
        public Instant settledAt() {
            return window.to();
        }
    }
}
