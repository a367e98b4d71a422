package dev.wellfield.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.e2e.RealEngine.Answer;
import dev.wellfield.e2e.RealEngine.Fact;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * What the gateway makes of any real engine: answers as the engine gave them, a ledger that equals the caller's usage and the
 * engine's own counters, an allowance only for what was broken off. In order: what is exact, what isn't, how it dies.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class EngineConformance {
    static final int EXACT = 1;
    static final int ALL_EXACT = 2;
    static final int BROKEN_OFF = 3;
    static final int WITHIN_ALLOWANCE = 4;
    static final int DEATH = 5;

    private static final String INCLUDE_USAGE = "\"stream_options\": {\"include_usage\": true}";

    final RealEngine engine = new RealEngine("tiny-model.yaml");

    /** Starts the engine, with {@link RealEngine#start}. */
    abstract void start();

    /** Finds its process, and ends it as a crash would when it is run. */
    abstract Runnable killer();

    /** Tokens of an answer that takes the engine a while. */
    abstract int longAnswer();

    RealEngine.Reading longStream() {
        return engine.read("{\"max_tokens\": %d}".formatted(longAnswer()));
    }

    @BeforeAll
    void begin() {
        start();
    }

    @AfterAll
    void end() {
        engine.close();
    }

    /** The ledger says of it what its caller was told. */
    void assertLedgerEqualsUsage(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(engine.fact(answer.requestId()))
                .isEqualTo(new Fact(answer.prompt(), answer.completion(), "COMPLETED", false));
    }

    static Set<String> finishes(Answer answer) {
        return answer.events().stream()
                .flatMap(event -> event.path("choices").valueStream())
                .map(choice -> choice.path("finish_reason").asString(""))
                .filter(reason -> !reason.isEmpty())
                .collect(Collectors.toSet());
    }

    @Test
    @Order(EXACT)
    void an_answer_in_one_piece() {
        Answer answer = engine.chat("{\"max_tokens\": 12}");

        assertThat(answer.json().at("/choices/0/finish_reason").asString()).isEqualTo("length");
        assertThat(answer.completion()).isEqualTo(12);
        assertLedgerEqualsUsage(answer);
    }

    @Test
    @Order(EXACT)
    void a_stream_whose_caller_wants_to_know_its_usage() {
        Answer answer = engine.chat("{\"max_tokens\": 12, \"stream\": true, " + INCLUDE_USAGE + "}");

        assertThat(finishes(answer)).containsExactly("length");
        assertThat(answer.isDone()).isTrue();
        assertThat(answer.completion()).isEqualTo(12);
        assertLedgerEqualsUsage(answer);
    }

    @Test
    @Order(EXACT)
    void a_stream_whose_caller_does_not_ask_for_usage_gets_none_and_is_metered_all_the_same() {
        Answer answer = engine.chat("{\"max_tokens\": 12, \"stream\": true}");

        assertThat(answer.isDone()).isTrue();
        assertThat(answer.events())
                .allMatch(event -> event.path("usage").isMissingNode())
                .noneMatch(event -> event.path("choices").isEmpty());
        Fact fact = engine.fact(answer.requestId());
        assertThat(fact.completion()).isEqualTo(12);
        assertThat(fact.prompt()).isPositive();
        assertThat(fact.estimated()).isFalse();
    }

    @Test
    @Order(EXACT)
    void completions_in_one_piece_and_streamed() {
        assertLedgerEqualsUsage(engine.completion("{\"max_tokens\": 9}"));
        assertLedgerEqualsUsage(engine.completion("{\"max_tokens\": 9, \"stream\": true, " + INCLUDE_USAGE + "}"));
    }

    @Test
    @Order(EXACT)
    void an_answer_that_a_stop_string_ends() {
        String same = "{\"max_tokens\": 24, \"temperature\": 0, \"seed\": 7";
        String whole =
                engine.completion(same + "}").json().at("/choices/0/text").asString();
        String stop = whole.substring(whole.length() / 3, whole.length() / 3 + 3);

        Answer answer = engine.completion(same + ", \"stop\": " + quoted(stop) + "}");

        assertThat(answer.json().at("/choices/0/finish_reason").asString()).isEqualTo("stop");
        assertThat(answer.completion()).isLessThan(24);
        assertLedgerEqualsUsage(answer);
    }

    private static String quoted(String text) {
        return tools.jackson.databind.json.JsonMapper.shared().writeValueAsString(text);
    }

    @Test
    @Order(EXACT)
    void a_prompt_that_the_engine_has_cached_counts_whole() {
        String prompt = "{\"max_tokens\": 4, \"prompt\": \"" + "a field of nine wells ".repeat(25) + "\"}";

        Answer first = engine.completion(prompt);
        Answer second = engine.completion(prompt);

        assertThat(second.prompt()).isEqualTo(first.prompt()).isGreaterThan(100);
        assertLedgerEqualsUsage(first);
        assertLedgerEqualsUsage(second);
    }

    @Test
    @Order(EXACT)
    void what_the_engine_refuses_is_passed_on_and_costs_nothing() {
        Answer answer = engine.completion("{\"max_tokens\": 4, \"prompt\": \"" + "well ".repeat(6_000) + "\"}");

        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.json().at("/error/message").asString()).isNotEmpty();
        Fact fact = engine.fact(answer.requestId());
        assertThat(fact.prompt()).isZero();
        assertThat(fact.completion()).isZero();
    }

    @Test
    @Order(EXACT)
    void a_model_that_is_not_there_is_refused_before_the_engine() {
        Answer answer = engine.chat("{\"model\": \"other\"}");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.json().at("/error/code").asString()).isEqualTo("model_not_found");
    }

    @Test
    @Order(ALL_EXACT)
    void all_of_this_equals_the_engines_own_counters() {
        engine.awaitAgreement(true);
    }

    @Test
    @Order(BROKEN_OFF)
    void a_stream_whose_caller_leaves_is_metered_as_far_as_it_went() {
        Fact fact = leaving();
        // A quick engine may have written all of it before it could notice.
        for (int i = 0; i < 10 && fact.outcome().equals("COMPLETED"); i++) {
            fact = leaving();
        }

        assertThat(fact.outcome()).isEqualTo("CLIENT_ABORTED");
        assertThat(fact.completion()).isBetween(4L, (long) longAnswer());
    }

    private Fact leaving() {
        String id;
        try (RealEngine.Reading reading = longStream()) {
            id = reading.requestId();
            for (int i = 0; i < 6; i++) {
                assertThat(reading.next()).startsWith("{");
            }
        }
        return engine.fact(id);
    }

    @Test
    @Order(WITHIN_ALLOWANCE)
    void what_was_broken_off_stays_within_its_allowance() {
        engine.awaitAgreement(false);
    }

    @Test
    @Order(DEATH)
    void an_engine_that_dies_in_the_middle_of_a_stream_has_failed() {
        String id;
        String rest;
        Runnable kill = killer();
        try (RealEngine.Reading reading = longStream()) {
            id = reading.requestId();
            reading.next();
            kill.run();
            rest = reading.rest();
        }

        assertThat(rest.replace("data: [DONE]", ""))
                .as("an error, whatever comes after")
                .contains("event: error");
        Fact fact = engine.fact(id);
        assertThat(fact.outcome()).isEqualTo("UPSTREAM_FAILED");
        assertThat(fact.completion()).isPositive();
    }
}
