package dev.wellfield.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.wellfield.core.EngineKind;
import dev.wellfield.core.serving.Outcome;
import dev.wellfield.core.serving.TokenCount;
import dev.wellfield.core.serving.UsageRecord;
import java.io.EOFException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a request can end, and what it costs then, held against the engine's own counters. */
final class EndingsTest {
    private static final int PROMPT = 11;

    @TempDir
    Path data;

    private House house = new House(Path.of("/"));

    @BeforeEach
    void open() throws Exception {
        house = new House(data).engine("--tokens-per-second", "500").start();
    }

    @AfterEach
    void close() {
        house.close();
    }

    private Counters counters() throws Exception {
        return Counters.of(house.engines);
    }

    private void engineIsIdle() {
        await().atMost(Duration.ofSeconds(2))
                .until(() -> counters().running() == 0 && counters().waiting() == 0);
    }

    @Test
    void an_answer_in_one_piece_costs_what_the_engine_says() throws Exception {
        try (Caller caller = house.caller()) {
            Caller.Answer answer =
                    caller.chat(house.key.text(), Bodies.whole(20)).answer();

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).contains("\"completion_tokens\":20");
            UsageRecord record = house.record();
            assertThat(record.outcome()).isEqualTo(Outcome.COMPLETED);
            assertThat(record.tokens()).isEqualTo(new TokenCount(PROMPT, 0, 20));
            assertThat(record.estimated()).isFalse();
            assertThat(record.status()).isEqualTo(200);
            assertThat(record.requestId()).hasToString(answer.header("x-request-id"));
            assertThat(record.requestId().version()).isEqualTo(7);
            assertThat(record.maxTokens()).isEqualTo(20);
            assertThat(record.promptBound()).isGreaterThanOrEqualTo(PROMPT);
            assertThat(record.firstTokenAt()).isBetween(record.startedAt(), record.settledAt());
            assertThat(counters()).isEqualTo(new Counters(PROMPT, 20, 1, 0, 0));
        }
    }

    @Test
    void a_stream_costs_what_the_engine_says() throws Exception {
        try (Caller caller = house.caller()) {
            Caller.Answer answer =
                    caller.chat(house.key.text(), Bodies.stream(20)).answer();

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).endsWith("data: [DONE]\n\n");
            UsageRecord record = house.record();
            assertThat(record.outcome()).isEqualTo(Outcome.COMPLETED);
            assertThat(record.stream()).isTrue();
            assertThat(record.tokens()).isEqualTo(new TokenCount(PROMPT, 0, 20));
            assertThat(record.estimated()).isFalse();
            assertThat(counters()).isEqualTo(new Counters(PROMPT, 20, 1, 0, 0));
        }
    }

    @Test
    void several_answers_at_once_are_one_request() throws Exception {
        try (Caller caller = house.caller()) {
            caller.chat(house.key.text(), Bodies.stream(20, "\"n\":3")).answer();
            caller.chat(house.key.text(), Bodies.whole(20, "\"n\":3")).answer();

            for (UsageRecord record : house.records(2)) {
                assertThat(record.tokens()).isEqualTo(new TokenCount(PROMPT, 0, 60));
                assertThat(record.choices()).isEqualTo(3);
                assertThat(record.maxTokens()).isEqualTo(60);
            }
            assertThat(counters().generation()).isEqualTo(120);
            assertThat(counters().prompt()).isEqualTo(2 * 3 * PROMPT);
        }
    }

    @Test
    void a_caller_that_leaves_in_mid_stream_owes_what_was_made_until_then() throws Exception {
        try (Caller caller = house.caller()) {
            caller.chat(house.key.text(), Bodies.stream(5_000));
            for (int i = 0; i < 30; i++) {
                caller.until("\n\n");
            }

            caller.leave();

            UsageRecord record = house.record();
            assertThat(record.outcome()).isEqualTo(Outcome.CLIENT_ABORTED);
            assertThat(record.status()).isEqualTo(499);
            assertThat(record.estimated()).isTrue();
            assertThat(record.tokens().prompt()).isEqualTo(PROMPT);
            assertThat(record.tokens().completion()).isGreaterThanOrEqualTo(20);
            engineIsIdle();
            assertThat(counters().prompt()).isEqualTo(PROMPT);
            assertThat(counters().successes()).isZero();
            assertThat(record.tokens().completion())
                    .isLessThanOrEqualTo(counters().generation());
            assertThat(counters().generation()).isLessThan(5_000);
        }
    }

    @Test
    void leaving_with_several_answers_under_way_owes_all_of_them() throws Exception {
        try (Caller caller = house.caller()) {
            caller.chat(house.key.text(), Bodies.stream(5_000, "\"n\":3"));
            for (int i = 0; i < 60; i++) {
                caller.until("\n\n");
            }

            caller.slam();

            UsageRecord record = house.record();
            engineIsIdle();
            assertThat(record.tokens().prompt()).isEqualTo(PROMPT);
            assertThat(record.tokens().completion()).isBetween(50L, counters().generation());
        }
    }

    @Test
    void a_caller_that_leaves_a_stream_before_its_first_token_owes_nothing() throws Exception {
        try (Caller caller = house.caller()) {
            caller.chat(house.key.text(), Bodies.stream(50), "X-Simulate-Ttft-Ms: 60000");
            await().until(() -> counters().running() == 1);

            caller.leave();

            UsageRecord record = house.record();
            assertThat(record.outcome()).isEqualTo(Outcome.CLIENT_ABORTED);
            assertThat(record.status()).isEqualTo(499);
            assertThat(record.tokens()).isEqualTo(TokenCount.ZERO);
            assertThat(record.estimated()).isFalse();
            assertThat(record.firstTokenAt()).isNull();
            engineIsIdle();
            assertThat(counters()).isEqualTo(new Counters(0, 0, 0, 0, 0));
        }
    }

    @Test
    void a_caller_that_leaves_before_an_answer_in_one_piece_owes_nothing_and_it_is_marked() throws Exception {
        try (Caller caller = house.caller()) {
            caller.chat(house.key.text(), Bodies.whole(5_000));
            await().until(() -> counters().generation() > 0);

            caller.leave();

            UsageRecord record = house.record();
            assertThat(record.outcome()).isEqualTo(Outcome.CLIENT_ABORTED);
            assertThat(record.tokens()).isEqualTo(TokenCount.ZERO);
            assertThat(record.estimated()).isTrue();
            engineIsIdle();
            assertThat(counters().generation()).isLessThan(5_000);
        }
    }

    @Test
    void an_engine_that_dies_in_mid_stream_is_told_in_the_stream_and_what_came_is_owed() throws Exception {
        try (Caller caller = house.caller()) {
            Caller.Answer answer = caller.chat(house.key.text(), Bodies.stream(50), "X-Simulate-Die-After-Tokens: 7")
                    .answer();

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body())
                    .contains("event: error\ndata: {\"error\":{")
                    .contains("\"code\":\"engine_failed\"")
                    .doesNotContain("[DONE]");
            failedAfter(7);
        }
    }

    @Test
    void an_engine_that_reports_its_failure_in_the_stream_has_failed_although_it_says_done() throws Exception {
        try (Caller caller = house.caller()) {
            Caller.Answer answer = caller.chat(
                            house.key.text(), Bodies.streamWithUsage(50), "X-Simulate-Error-After-Tokens: 7")
                    .answer();

            assertThat(answer.body())
                    .contains("event: error\ndata: {\"error\":{")
                    .doesNotContain("[DONE]");
            failedAfter(7);
        }
    }

    @Test
    void a_stream_that_ends_in_order_but_too_early_has_failed() throws Exception {
        try (Caller caller = house.caller()) {
            Caller.Answer answer = caller.chat(house.key.text(), Bodies.stream(50), "X-Simulate-End-After-Tokens: 7")
                    .answer();

            assertThat(answer.body()).contains("event: error\n").doesNotContain("[DONE]");
            failedAfter(7);
        }
    }

    private void failedAfter(long tokens) throws Exception {
        UsageRecord record = house.record();
        assertThat(record.outcome()).isEqualTo(Outcome.UPSTREAM_FAILED);
        assertThat(record.status()).isEqualTo(200);
        assertThat(record.tokens()).isEqualTo(new TokenCount(PROMPT, 0, tokens));
        assertThat(record.estimated()).isTrue();
        engineIsIdle();
        assertThat(counters().prompt()).isEqualTo(PROMPT);
        assertThat(counters().generation()).isGreaterThanOrEqualTo(tokens);
    }

    @Test
    void a_stream_without_done_is_complete_once_its_answer_is() throws Exception {
        try (Caller caller = house.caller()) {
            Caller.Answer answer = caller.chat(house.key.text(), Bodies.stream(9), "X-Simulate-No-Done: true")
                    .answer();

            assertThat(answer.body()).endsWith("data: [DONE]\n\n");
            assertThat(house.record().outcome()).isEqualTo(Outcome.COMPLETED);
            assertThat(house.record().tokens()).isEqualTo(new TokenCount(PROMPT, 0, 9));
            assertThat(house.record().estimated()).isFalse();
        }
    }

    @Test
    void usage_on_the_last_piece_is_the_last_word() throws Exception {
        try (Caller caller = house.caller()) {
            caller.chat(house.key.text(), Bodies.stream(9), "X-Simulate-Usage-On-Choices: true")
                    .answer();
            caller.chat(house.key.text(), Bodies.stream(9, "\"n\":2"), "X-Simulate-Usage-On-Choices: true")
                    .answer();

            assertThat(house.records(2))
                    .extracting(UsageRecord::tokens)
                    .containsExactly(new TokenCount(PROMPT, 0, 9), new TokenCount(PROMPT, 0, 18));
            assertThat(house.records(2)).noneMatch(UsageRecord::estimated);
        }
    }

    @Test
    void an_engine_that_dies_before_an_answer_in_one_piece_is_a_502_and_costs_nothing() throws Exception {
        try (Caller caller = house.caller()) {
            Caller.Answer answer = caller.chat(house.key.text(), Bodies.whole(50), "X-Simulate-Die-After-Tokens: 7")
                    .answer();

            assertThat(answer.status()).isEqualTo(502);
            assertThat(answer.body()).contains("\"code\":\"engine_failed\"");
            UsageRecord record = house.record();
            assertThat(record.outcome()).isEqualTo(Outcome.UPSTREAM_FAILED);
            assertThat(record.status()).isEqualTo(502);
            assertThat(record.tokens()).isEqualTo(TokenCount.ZERO);
        }
    }

    @Test
    void an_engine_that_fails_with_500_is_a_502() throws Exception {
        try (Caller caller = house.caller()) {
            Caller.Answer answer = caller.chat(house.key.text(), Bodies.whole(50), "X-Simulate-Error-After-Tokens: 7")
                    .answer();

            assertThat(answer.status()).isEqualTo(502);
            assertThat(house.record().outcome()).isEqualTo(Outcome.UPSTREAM_FAILED);
            assertThat(house.record().tokens()).isEqualTo(TokenCount.ZERO);
        }
    }

    @Test
    void a_refusal_of_the_engine_reaches_the_caller_and_costs_nothing() throws Exception {
        try (Caller caller = house.caller()) {
            Caller.Answer tooLong =
                    caller.chat(house.key.text(), Bodies.whole(100_000)).answer();
            Caller.Answer busy = caller.chat(
                            house.key.text(), Bodies.stream(5), "X-Simulate-Error: 429", "X-Simulate-Retry-After: 7")
                    .answer();
            Caller.Answer unavailable = caller.chat(house.key.text(), Bodies.stream(5), "X-Simulate-Error: 503")
                    .answer();

            assertThat(tooLong.status()).isEqualTo(400);
            assertThat(tooLong.body())
                    .contains("\"type\":\"invalid_request_error\"")
                    .contains("\"param\":\"max_tokens\"")
                    .doesNotContain("\"code\":400");
            assertThat(busy.status()).isEqualTo(429);
            assertThat(busy.header("retry-after")).isEqualTo("7");
            assertThat(unavailable.status()).isEqualTo(503);
            assertThat(unavailable.header("retry-after")).isEqualTo("1");
            assertThat(house.records(3)).allSatisfy(record -> {
                assertThat(record.outcome()).isEqualTo(Outcome.UPSTREAM_FAILED);
                assertThat(record.tokens()).isEqualTo(TokenCount.ZERO);
                assertThat(record.estimated()).isFalse();
            });
            assertThat(house.records(3)).extracting(UsageRecord::status).containsExactly(400, 429, 503);
        }
    }

    @Test
    void a_long_answer_in_one_piece_that_breaks_off_ends_with_the_connection() throws Exception {
        String json = "{\"choices\":[{\"message\":{\"content\":\"" + "x".repeat(200_000);
        try (ScriptedEngine broken = ScriptedEngine.saying(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 999999\r\n\r\n" + json)) {
            house.withoutEndpoints().endpoint(EngineKind.VLLM, broken.url(), 4);
            house.awaitView();
            try (Caller caller = house.caller()) {
                caller.chat(house.key.text(), Bodies.whole(50));

                assertThatThrownBy(caller::answer).isInstanceOf(EOFException.class);

                UsageRecord record = house.record();
                assertThat(record.outcome()).isEqualTo(Outcome.UPSTREAM_FAILED);
                assertThat(record.status()).isEqualTo(200);
                assertThat(record.estimated()).isTrue();
            }
        }
    }
}
