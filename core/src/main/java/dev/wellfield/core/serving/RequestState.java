package dev.wellfield.core.serving;

import java.time.Instant;
import java.util.UUID;

/**
 * The request ledger: where one request is between admission and its one end. Each state offers only what may follow it,
 * so nothing is settled twice and nothing that reached an engine goes unsettled.
 *
 * <pre>
 * Reserved ─ queue → Queued ─ dispatch → Dispatched ─ answer → Answering
 *     └──────── dispatch ───────────────↗    │                    │
 *     └─ withdraw ─┴→ Withdrawn              └───── settle ───────┴→ Settled
 * </pre>
 */
public sealed interface RequestState {

    /** No engine has it yet: if it ends now, nothing is owed and nothing is recorded. */
    sealed interface Waiting extends RequestState {
        Call call();

        default Dispatched dispatch(UUID endpointId, boolean simulated) {
            return new Dispatched(call(), endpointId, simulated);
        }

        default Withdrawn withdraw() {
            return new Withdrawn(call());
        }
    }

    /** An engine has it, so it will be settled. */
    sealed interface AtEngine extends RequestState {
        Call call();

        UUID endpointId();

        boolean simulated();

        /**
         * @param count what is known of its tokens
         * @param status the HTTP status that the caller got, 499 if it left
         */
        Settled settle(Outcome outcome, EngineCount count, Instant at, int status);
    }

    /** Its place is taken under the limits of its key and tenant. */
    record Reserved(Call call) implements Waiting {
        public Queued queue() {
            return new Queued(call);
        }
    }

    /** All engines of its model are busy. */
    record Queued(Call call) implements Waiting {}

    /** Sent; nothing has come back. */
    record Dispatched(Call call, UUID endpointId, boolean simulated) implements AtEngine {
        public Answering answer(Instant firstTokenAt) {
            return new Answering(call, endpointId, simulated, firstTokenAt);
        }

        /** That engine couldn't be reached, another takes it. */
        public Dispatched redirect(UUID otherEndpointId, boolean otherSimulated) {
            return new Dispatched(call, otherEndpointId, otherSimulated);
        }

        /** Nothing was delivered, so nothing is owed, unless the engine itself says so with its last word. */
        @Override
        public Settled settle(Outcome outcome, EngineCount count, Instant at, int status) {
            if (outcome == Outcome.COMPLETED) {
                return Settlement.settled(this, null, count.tokens(), outcome, !count.isFinal(), at, status);
            }
            return Settlement.settled(this, null, TokenCount.ZERO, outcome, unsure(outcome), at, status);
        }

        /** An engine may have worked on an answer in one piece before it was cut off; nobody heard how far. */
        private boolean unsure(Outcome outcome) {
            return switch (outcome) {
                case COMPLETED, UPSTREAM_FAILED -> false;
                case CLIENT_ABORTED, DEADLINE -> !call.stream();
                case GATEWAY_CRASH -> true;
            };
        }
    }

    /** The first piece of an answer has come. From here on what was made is owed. */
    record Answering(Call call, UUID endpointId, boolean simulated, Instant firstTokenAt) implements AtEngine {
        @Override
        public Settled settle(Outcome outcome, EngineCount count, Instant at, int status) {
            return Settlement.settled(this, firstTokenAt, count.tokens(), outcome, !count.isFinal(), at, status);
        }
    }

    /** The end of what reached an engine. */
    record Settled(UsageRecord record) implements RequestState {}

    /** The end of what reached none. */
    record Withdrawn(Call call) implements RequestState {}
}
