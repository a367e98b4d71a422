package dev.wellfield.core.metering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.core.metering.Reconciliation.Both;
import dev.wellfield.core.serving.Outcome;
import dev.wellfield.core.serving.TokenCount;
import dev.wellfield.core.serving.UsageRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An engine that started at 09:00, scraped at a quarter to each minute, over the hour from 10:00. */
final class ReconciliationTest {
    private static final UUID ENGINE = new UUID(1, 1);
    private static final Instant STARTED = Instant.parse("2026-03-01T09:00:00Z");
    private static final TimeWindow HOUR =
            new TimeWindow(Instant.parse("2026-03-01T10:00:00Z"), Instant.parse("2026-03-01T11:00:00Z"));
    private static final Instant FIRST = Instant.parse("2026-03-01T09:59:45Z");
    private static final Instant LAST = Instant.parse("2026-03-01T10:59:45Z");

    private final List<UsageRecord> records = new ArrayList<>();

    @Test
    void with_every_request_inside_the_samples_both_layers_are_equal() {
        completed("10:00:00", "10:00:05", 100, 20);
        completed("10:30:00", "10:30:05", 200, 80);

        Both both = reconcile(1_000, 500, 1_300, 600);

        assertThat(both.prompt())
                .isEqualTo(new Reconciliation.Result(new TimeWindow(FIRST, LAST), 300, 300, 300, false, false));
        assertThat(both.completion().agrees()).isTrue();
        assertThat(both.completion().low()).isEqualTo(both.completion().high()).isEqualTo(100);
    }

    @Test
    void quiet_is_equal_to_quiet() {
        Both both = reconcile(1_000, 500, 1_000, 500);

        assertThat(both.prompt().agrees()).isTrue();
        assertThat(both.prompt().measured()).isZero();
    }

    @Test
    void what_was_settled_after_the_last_sample_is_not_spoken_of() {
        Reconciliation.Result result = reconcile(1_000, 500, 1_000, 500).prompt();

        assertThat(result.covers(LAST.minus(Reconciliation.READING))).isTrue();
        assertThat(result.covers(LAST.minus(Reconciliation.READING).plusNanos(1_000)))
                .isFalse();
    }

    @Test
    void a_request_that_ended_while_the_counters_were_read_may_be_in_them_or_not() {
        completed("10:00:00", "10:59:59", 100, 20);

        assertThat(reconcile(1_000, 500, 1_000, 500).completion().agrees()).isTrue();
        assertThat(reconcile(1_000, 500, 1_100, 520).completion().agrees()).isTrue();
        assertThat(reconcile(1_000, 500, 1_101, 521).completion().difference()).isEqualTo(1);
    }

    @Test
    void a_dropped_record_is_missing_to_the_token() {
        completed("10:00:00", "10:00:05", 100, 20);
        // the one of 200 and 80 was lost

        Both both = reconcile(1_000, 500, 1_300, 600);

        assertThat(both.prompt().agrees()).isFalse();
        assertThat(both.prompt().difference()).isEqualTo(200);
        assertThat(both.completion().difference()).isEqualTo(80);
    }

    @Test
    void a_record_that_no_engine_counted_is_too_much_to_the_token() {
        completed("10:00:00", "10:00:05", 100, 20);
        completed("10:30:00", "10:30:05", 200, 80);

        Both both = reconcile(1_000, 500, 1_100, 520);

        assertThat(both.prompt().difference()).isEqualTo(-200);
        assertThat(both.completion().difference()).isEqualTo(-80);
    }

    @Test
    void a_request_that_is_open_at_either_end_counts_in_part() {
        completed("09:59:40", "10:00:10", 100, 50);
        completed("10:59:40", "10:59:50", 30, 10);

        for (long counted : new long[] {0, 30, 75, 130}) {
            assertThat(reconcile(1_000, 500, 1_000 + counted, 500).prompt().agrees())
                    .isTrue();
        }
        Both both = reconcile(1_000, 500, 1_131, 561);
        assertThat(both.prompt().openRequests()).isTrue();
        assertThat(both.prompt().difference()).isEqualTo(1);
        assertThat(both.completion().difference()).isEqualTo(1);
    }

    @Test
    void requests_wholly_before_or_after_the_samples_count_for_nothing() {
        completed("09:59:40", "09:59:43", 100, 50);
        completed("10:59:45", "10:59:50", 100, 50);
        completed("10:59:50", "11:10:00", 100, 50);

        Both both = reconcile(1_000, 500, 1_000, 500);

        assertThat(both.prompt().agrees()).isTrue();
        assertThat(both.prompt().high()).isZero();
    }

    @Test
    void an_aborted_answer_may_have_gone_on_up_to_its_limit() {
        aborted("10:00:00", "10:00:05", new TokenCount(100, 0, 10), 100L, 400, 1);

        assertThat(reconcile(0, 0, 100, 10).completion().agrees()).isTrue();
        Both both = reconcile(0, 0, 100, 100);
        assertThat(both.completion().agrees()).isTrue();
        assertThat(both.completion().abortedRequests()).isTrue();
        assertThat(both.prompt().abortedRequests()).as("its prompt is known").isFalse();
        assertThat(reconcile(0, 0, 100, 101).completion().difference()).isEqualTo(1);
        assertThat(reconcile(0, 0, 100, 9).completion().difference()).isEqualTo(-1);
    }

    @Test
    void without_a_limit_it_may_have_gone_on_for_one_long_answer() {
        aborted("10:00:00", "10:00:05", new TokenCount(100, 0, 10), null, 400, 1);

        assertThat(reconcile(0, 0, 100, 4_096).completion().agrees()).isTrue();
        assertThat(reconcile(0, 0, 100, 4_097).completion().agrees()).isFalse();
    }

    @Test
    void a_prompt_that_nobody_saw_may_have_been_counted_once_for_each_answer() {
        aborted("10:00:00", "10:00:05", TokenCount.ZERO, 64L, 50, 2);

        assertThat(reconcile(0, 0, 0, 0).prompt().agrees()).isTrue();
        assertThat(reconcile(0, 0, 100, 0).prompt().agrees()).isTrue();
        assertThat(reconcile(0, 0, 101, 0).prompt().difference()).isEqualTo(1);
    }

    @Test
    void a_request_that_the_engine_refused_counts_for_nothing() {
        records.add(record("10:00:00", "10:00:05", TokenCount.ZERO, 64L, 50, Outcome.UPSTREAM_FAILED, 400, 1));

        assertThat(reconcile(0, 0, 0, 0).prompt().agrees()).isTrue();
        assertThat(reconcile(0, 0, 1, 0).prompt().agrees()).isFalse();
        assertThat(reconcile(0, 0, 0, 1).completion().agrees()).isFalse();
    }

    @Test
    void five_aborted_requests_of_602_tokens_give_no_difference() {
        for (int i = 0; i < 5; i++) {
            aborted("10:0" + i + ":00", "10:0" + i + ":05", new TokenCount(602, 0, 3), 64L, 2_000, 1);
        }

        assertThat(reconcile(0, 0, 3_010, 15).prompt().difference()).isZero();
        assertThat(reconcile(0, 0, 3_010, 15).completion().difference()).isZero();
    }

    @Test
    void engines_count_a_prompt_once_for_each_answer_and_the_ledger_once() {
        records.add(record("10:00:00", "10:00:05", new TokenCount(311, 0, 800), 1_000L, 900, Outcome.COMPLETED, 8));

        Both both = reconcile(0, 0, 2_488, 800);

        assertThat(both.prompt().difference()).isZero();
        assertThat(both.completion().difference()).isZero();
    }

    @Test
    void of_several_answers_that_broke_off_only_some_may_have_begun() {
        aborted("10:00:00", "10:00:05", new TokenCount(14, 0, 3), 64L, 900, 3);

        for (long counted : new long[] {14, 28, 42}) {
            assertThat(reconcile(0, 0, counted, 3).prompt().difference()).isZero();
        }
        assertThat(reconcile(0, 0, 13, 3).prompt().difference()).isEqualTo(-1);
        assertThat(reconcile(0, 0, 43, 3).prompt().difference()).isEqualTo(1);
    }

    @Test
    void the_prompts_of_a_list_count_once_each_and_so_does_their_sum() {
        // Two prompts of 6 and 3 tokens, as vLLM counts them with one answer each and with two.
        records.add(record("10:00:00", "10:00:05", new TokenCount(9, 0, 10), 10L, 60, Outcome.COMPLETED, 1));
        records.add(record("10:00:10", "10:00:15", new TokenCount(9, 0, 20), 20L, 60, Outcome.COMPLETED, 2));

        Both both = reconcile(0, 0, 9 + 18, 30);

        assertThat(both.prompt().difference()).isZero();
        assertThat(both.completion().difference()).isZero();
    }

    @Test
    void an_engine_that_started_in_the_window_counts_from_nought() {
        Instant started = Instant.parse("2026-03-01T10:20:00Z");
        completed("10:30:00", "10:30:05", 200, 80);

        Both both = Reconciliation.reconcile(HOUR, started, List.of(sample(LAST, 200, 80)), records)
                .orElseThrow();

        assertThat(both.prompt().agrees()).isTrue();
        assertThat(both.prompt().window()).isEqualTo(new TimeWindow(started, LAST));
    }

    @Test
    void without_a_sample_before_the_window_the_whole_run_is_compared() {
        completed("09:10:00", "09:10:05", 50, 5);
        completed("10:30:00", "10:30:05", 200, 80);

        Both both = Reconciliation.reconcile(HOUR, STARTED, List.of(sample(LAST, 250, 85)), records)
                .orElseThrow();

        assertThat(both.prompt().agrees()).isTrue();
        assertThat(both.prompt().window().from()).isEqualTo(STARTED);
    }

    @Test
    void the_nearest_samples_are_taken() {
        completed("10:30:00", "10:30:05", 200, 80);
        List<CounterSample> samples = List.of(
                sample(Instant.parse("2026-03-01T09:30:00Z"), 7, 7),
                sample(HOUR.from(), 1_000, 500),
                sample(Instant.parse("2026-03-01T10:10:00Z"), 1_000, 500),
                sample(LAST, 1_200, 580),
                sample(HOUR.to(), 9_999, 9_999));

        Both both = Reconciliation.reconcile(HOUR, STARTED, samples, records).orElseThrow();

        assertThat(both.prompt().window()).isEqualTo(new TimeWindow(HOUR.from(), LAST));
        assertThat(both.prompt().agrees()).isTrue();
    }

    @Test
    void without_a_sample_in_the_window_nothing_can_be_said() {
        completed("10:30:00", "10:30:05", 200, 80);

        assertThat(Reconciliation.reconcile(HOUR, STARTED, List.of(), records)).isEmpty();
        assertThat(Reconciliation.reconcile(HOUR, STARTED, List.of(sample(FIRST, 10, 10)), records))
                .isEmpty();
        assertThat(Reconciliation.reconcile(HOUR, STARTED, List.of(sample(HOUR.to(), 10, 10)), records))
                .isEmpty();
    }

    private Both reconcile(long promptBefore, long completionBefore, long promptAfter, long completionAfter) {
        Optional<Both> both = Reconciliation.reconcile(
                HOUR,
                STARTED,
                List.of(sample(FIRST, promptBefore, completionBefore), sample(LAST, promptAfter, completionAfter)),
                records);
        return both.orElseThrow();
    }

    private static CounterSample sample(Instant at, long prompt, long completion) {
        return new CounterSample(ENGINE, at, prompt, completion);
    }

    private void completed(String from, String to, long prompt, long completion) {
        records.add(record(from, to, new TokenCount(prompt, 0, completion), 512L, 4_000, Outcome.COMPLETED, 1));
    }

    private void aborted(
            String from, String to, TokenCount tokens, @Nullable Long maxTokens, long promptBound, int choices) {
        records.add(record(from, to, tokens, maxTokens, promptBound, Outcome.CLIENT_ABORTED, choices));
    }

    private UsageRecord record(
            String from,
            String to,
            TokenCount tokens,
            @Nullable Long maxTokens,
            long promptBound,
            Outcome outcome,
            int choices) {
        return record(from, to, tokens, maxTokens, promptBound, outcome, 200, choices);
    }

    private UsageRecord record(
            String from,
            String to,
            TokenCount tokens,
            @Nullable Long maxTokens,
            long promptBound,
            Outcome outcome,
            int status,
            int choices) {
        return new UsageRecord(
                new UUID(2, records.size()),
                "vision",
                new UUID(3, 3),
                "app",
                "chat",
                new UUID(4, 4),
                "platform",
                ENGINE,
                true,
                true,
                Instant.parse("2026-03-01T" + from + "Z"),
                null,
                Instant.parse("2026-03-01T" + to + "Z"),
                tokens,
                promptBound,
                maxTokens,
                outcome,
                false,
                status,
                choices);
    }
}
