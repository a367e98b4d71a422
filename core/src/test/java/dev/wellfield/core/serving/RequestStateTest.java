package dev.wellfield.core.serving;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class RequestStateTest {
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
    private static final UUID ENGINE = new UUID(1, 1);
    private static final EngineCount RUNNING = new EngineCount.Running(new TokenCount(14, 0, 9));
    private static final EngineCount FINAL = new EngineCount.Final(new TokenCount(14, 8, 12));

    @Test
    void a_completed_answer_is_settled_by_the_engines_last_word() {
        UsageRecord record =
                answering().settle(Outcome.COMPLETED, FINAL, at(3), 200).record();

        assertThat(record.tokens()).isEqualTo(new TokenCount(14, 8, 12));
        assertThat(record.estimated()).isFalse();
        assertThat(record.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(record.firstTokenAt()).isEqualTo(at(1));
        assertThat(record.settledAt()).isEqualTo(at(3));
        assertThat(record.endpointId()).isEqualTo(ENGINE);
        assertThat(record.simulated()).isTrue();
        assertThat(record.choices()).isEqualTo(2);
    }

    @Test
    void what_the_request_cannot_have_cost_is_not_believed() {
        TokenCount claimed = new TokenCount(1L << 40, 1L << 40, 1L << 40);

        UsageRecord record = answering()
                .settle(Outcome.COMPLETED, new EngineCount.Final(claimed), at(3), 200)
                .record();

        assertThat(record.tokens().completion()).isEqualTo(record.maxTokens());
        assertThat(record.tokens().prompt()).isEqualTo(record.promptBound() + 8_192);
        assertThat(record.tokens().cached()).isEqualTo(record.tokens().prompt());
        assertThat(record.estimated()).as("it isn't the engine's word any more").isTrue();
    }

    @Test
    void zeros_of_the_engine_are_believed() {
        UsageRecord record = answering()
                .settle(Outcome.COMPLETED, new EngineCount.Final(TokenCount.ZERO), at(3), 200)
                .record();

        assertThat(record.tokens()).isEqualTo(TokenCount.ZERO);
        assertThat(record.estimated()).isFalse();
    }

    @Test
    void a_caller_that_leaves_after_the_first_token_owes_what_the_engine_had_said() {
        UsageRecord record =
                answering().settle(Outcome.CLIENT_ABORTED, RUNNING, at(2), 499).record();

        assertThat(record.tokens()).isEqualTo(new TokenCount(14, 0, 9));
        assertThat(record.estimated()).isTrue();
        assertThat(record.status()).isEqualTo(499);
    }

    @Test
    void a_caller_that_leaves_after_the_last_word_owes_exactly_that() {
        UsageRecord record =
                answering().settle(Outcome.CLIENT_ABORTED, FINAL, at(2), 499).record();

        assertThat(record.tokens()).isEqualTo(new TokenCount(14, 8, 12));
        assertThat(record.estimated()).isFalse();
    }

    @Test
    void before_the_first_token_nothing_is_owed() {
        for (Outcome outcome : new Outcome[] {Outcome.CLIENT_ABORTED, Outcome.UPSTREAM_FAILED, Outcome.DEADLINE}) {
            UsageRecord record =
                    dispatched(true).settle(outcome, RUNNING, at(2), 499).record();

            assertThat(record.tokens()).isEqualTo(TokenCount.ZERO);
            assertThat(record.firstTokenAt()).isNull();
            assertThat(record.estimated()).isFalse();
        }
    }

    @Test
    void an_answer_in_one_piece_that_was_cut_off_owes_nothing_but_nobody_knows_what_it_cost() {
        UsageRecord record = dispatched(false)
                .settle(Outcome.CLIENT_ABORTED, new EngineCount.Pieces(0), at(2), 499)
                .record();

        assertThat(record.tokens()).isEqualTo(TokenCount.ZERO);
        assertThat(record.estimated()).isTrue();
    }

    @Test
    void a_completed_answer_without_usage_is_marked_as_estimated() {
        UsageRecord record = answering()
                .settle(Outcome.COMPLETED, new EngineCount.Pieces(5), at(2), 200)
                .record();

        assertThat(record.tokens()).isEqualTo(new TokenCount(0, 0, 5));
        assertThat(record.estimated()).isTrue();
    }

    @Test
    void a_redirected_request_is_settled_on_the_engine_that_took_it() {
        UUID other = new UUID(2, 2);

        UsageRecord record = dispatched(true)
                .redirect(other, false)
                .answer(at(1))
                .settle(Outcome.COMPLETED, FINAL, at(2), 200)
                .record();

        assertThat(record.endpointId()).isEqualTo(other);
        assertThat(record.simulated()).isFalse();
    }

    @Test
    void a_request_that_no_engine_had_ends_without_a_record() {
        RequestState.Reserved reserved = new RequestState.Reserved(call(true));

        assertThat(reserved.withdraw().call()).isEqualTo(call(true));
        assertThat(reserved.queue().withdraw().call()).isEqualTo(call(true));
    }

    private static RequestState.Dispatched dispatched(boolean stream) {
        return new RequestState.Reserved(call(stream)).queue().dispatch(ENGINE, true);
    }

    private static RequestState.Answering answering() {
        return dispatched(true).answer(at(1));
    }

    private static Call call(boolean stream) {
        return new Call(
                new UUID(7, 7),
                "team",
                new UUID(8, 8),
                "key",
                "chat",
                new UUID(9, 9),
                "platform",
                stream,
                START,
                100,
                50,
                2);
    }

    private static Instant at(int second) {
        return START.plusSeconds(second);
    }
}
