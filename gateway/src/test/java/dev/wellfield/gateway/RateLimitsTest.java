package dev.wellfield.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.wellfield.core.EngineKind;
import dev.wellfield.core.serving.Limits;
import dev.wellfield.core.serving.Secret;
import dev.wellfield.gateway.wire.Json;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Requests and tokens of a minute, and how a caller hears of them. */
final class RateLimitsTest {
    private static final Secret LIMITED = new Secret("sk-wf-limited-0123456789");

    @TempDir
    Path data;

    private House house = new House(Path.of("/"));

    @BeforeEach
    void open() {
        house = new House(data);
    }

    @AfterEach
    void close() {
        house.close();
    }

    private House limited(@Nullable Long requests, @Nullable Long tokens) {
        return house.addKey(LIMITED, "small", null, null, new Limits(null, requests, tokens), null);
    }

    private Caller.Answer chat(String body, String... headers) throws Exception {
        try (Caller caller = house.caller()) {
            return caller.chat(LIMITED.text(), body, headers).answer();
        }
    }

    private static void isError(Caller.Answer answer, String type, String message) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(429);
        JsonNode error = Json.mapper().readTree(answer.body()).get("error");
        assertThat(error.get("type").stringValue()).isEqualTo(type);
        assertThat(error.get("code").stringValue()).isEqualTo("rate_limit_exceeded");
        assertThat(error.get("param").isNull()).isTrue();
        assertThat(error.get("message").stringValue()).contains(message);
    }

    @Test
    void what_is_left_of_a_minutes_requests_is_said_with_every_answer() throws Exception {
        limited(3L, null).engine("--tokens-per-second", "1000").start();

        Caller.Answer first = chat(Bodies.whole(3));
        Caller.Answer second = chat(Bodies.stream(3));
        chat(Bodies.whole(3));
        Caller.Answer refused = chat(Bodies.whole(3));

        assertThat(first.header("x-ratelimit-limit-requests")).isEqualTo("3");
        assertThat(first.header("x-ratelimit-remaining-requests")).isEqualTo("2");
        assertThat(first.header("x-ratelimit-reset-requests")).isEqualTo("20s");
        assertThat(first.headers()).doesNotContainKey("x-ratelimit-limit-tokens");
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.header("x-ratelimit-remaining-requests")).isEqualTo("1");
        isError(
                refused,
                "requests",
                "Rate limit reached for chat by the API key 'small' on requests per min (RPM): Limit 3. Please try again in ");
        assertThat(refused.header("x-ratelimit-remaining-requests")).isEqualTo("0");
        assertThat(Long.parseLong(refused.header("retry-after-ms"))).isBetween(10_000L, 20_000L);
        assertThat(Long.parseLong(refused.header("retry-after"))).isBetween(10L, 20L);
        assertThat(refused.headers()).doesNotContainKey("x-should-retry");
        assertThat(
                        house.metric(
                                "wellfield_gateway_limited_total{tenant=\"vision\",scope=\"key\",limit=\"requests_per_minute\"}"))
                .isEqualTo(1);
    }

    @Test
    void tokens_are_reserved_at_first_and_given_back_at_the_end() throws Exception {
        limited(null, 1_000L).engine("--tokens-per-second", "1000").start();

        // About 400 for the prompt, by its bytes; really it has 11.
        for (int i = 0; i < 10; i++) {
            Caller.Answer answer = chat(Bodies.whole(20));
            assertThat(answer.status()).as("request %d", i).isEqualTo(200);
            assertThat(answer.header("x-ratelimit-limit-tokens")).isEqualTo("1000");
        }
        isError(chat(Bodies.whole(560)), "tokens", "on tokens per min (TPM): Limit 1000, Requested ");
    }

    @Test
    void a_request_that_could_never_fit_is_told_so_and_that_trying_again_is_no_use() throws Exception {
        limited(null, 5_000L)
                .tenantLimits(new Limits(null, null, 900L))
                .engine()
                .start();

        Caller.Answer answer = chat(Bodies.whole(600));

        isError(
                answer,
                "tokens",
                "Request too large for chat by the tenant 'vision' on tokens per min (TPM): Limit 900, Requested ");
        assertThat(answer.body()).contains("The input or output tokens must be reduced");
        assertThat(answer.header("x-should-retry")).isEqualTo("false");
        assertThat(answer.headers()).doesNotContainKey("retry-after");
        assertThat(answer.header("x-ratelimit-limit-tokens")).isEqualTo("900");
        assertThat(answer.header("x-ratelimit-remaining-tokens")).isEqualTo("900");
        assertThat(answer.header("x-ratelimit-reset-tokens")).isEqualTo("0s");
    }

    @Test
    void the_tightest_limit_is_what_holds_and_what_is_told() throws Exception {
        limited(100L, null)
                .tenantLimits(new Limits(null, 2L, null))
                .engine("--tokens-per-second", "1000")
                .start();

        Caller.Answer first = chat(Bodies.whole(3));
        chat(Bodies.whole(3));

        assertThat(first.header("x-ratelimit-limit-requests")).isEqualTo("2");
        isError(chat(Bodies.whole(3)), "requests", "by the tenant 'vision' on requests per min (RPM): Limit 2.");
    }

    @Test
    void a_request_without_a_limit_of_its_own_takes_what_is_left_until_it_has_ended() throws Exception {
        limited(null, 3_000L).engine("--tokens-per-second", "1000").start();
        String unlimited =
                "{\"model\":\"chat\",\"stream\":true,\"ignore_eos\":true,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
        try (Caller caller = house.caller()) {
            caller.chat(LIMITED.text(), unlimited, "X-Simulate-Token-Ms: 50");
            assertThat(caller.head().header("x-ratelimit-remaining-tokens")).isEqualTo("0");
            isError(chat(Bodies.whole(300)), "tokens", "Requested ");

            caller.leave();
        }

        await().until(() -> chat(Bodies.whole(300)).status() == 200);
    }

    @Test
    void limits_of_tokens_hold_for_every_kind_of_call() throws Exception {
        limited(null, 100L).engine().embedder().start();
        try (Caller caller = house.caller()) {
            isError(
                    caller.post("/v1/completions", LIMITED.text(), Bodies.completion("\"hi\"", 90))
                            .answer(),
                    "tokens",
                    "Request too large for chat");
            isError(
                    caller.post("/v1/embeddings", LIMITED.text(), Bodies.embeddings("\"" + "x".repeat(100) + "\""))
                            .answer(),
                    "tokens",
                    "Request too large for embed/small");
            assertThat(caller.post("/v1/embeddings", LIMITED.text(), Bodies.embeddings("\"hello\""))
                            .answer()
                            .status())
                    .isEqualTo(200);
        }
    }

    /** In each ending far less is used than reserved, so that the next request only fits if the rest came back. */
    @Test
    void in_no_ending_is_anything_lost() throws Exception {
        house.settings(all ->
                        all.with(all.timeouts().withQueue(Duration.ofSeconds(1)).withFirstByte(Duration.ofSeconds(1))))
                .addKey(LIMITED, "small", null, null, new Limits(1, null, 1_000L), null)
                .engine(EngineKind.SIMULATOR, 1, "--tokens-per-second", "1000")
                .start();
        String body = Bodies.whole(500);

        ends(body, 502, "X-Simulate-Error: 500");
        ends(body, 400, "X-Simulate-Error: 400");
        ends(body, 502, "X-Simulate-Die-After-Tokens: 1");
        ends(body, 504, "X-Simulate-Hang: true");
        ends(Bodies.whole(500, "\"n\":9"), 400);
        try (Caller busy = house.caller()) {
            busy.chat(house.key.text(), Bodies.stream(5_000), "X-Simulate-Token-Ms: 100")
                    .until("\n\n");
            ends(body, 429);
            try (Caller waiting = house.caller()) {
                waiting.chat(LIMITED.text(), body);
                await().until(() -> house.metric("wellfield_gateway_queue_length{") == 1);
                waiting.leave();
            }
        }
        await().untilAsserted(() ->
                assertThat(house.metric("wellfield_gateway_requests_in_flight")).isZero());
        try (Caller leaving = house.caller()) {
            leaving.chat(LIMITED.text(), Bodies.stream(500), "X-Simulate-Token-Ms: 100")
                    .until("\n\n");
            leaving.slam();
        }
        await().untilAsserted(() ->
                assertThat(house.metric("wellfield_gateway_requests_in_flight")).isZero());
        house.withoutEndpoints();
        house.awaitView();
        ends(body, 503);
        house.engine("--tokens-per-second", "1000");
        house.awaitView();
        ends(Bodies.whole(3), 200);
        ends(body, 200);
    }

    private void ends(String body, int status, String... headers) throws Exception {
        Caller.Answer answer = chat(body, headers);
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).doesNotContain("rate_limit_exceeded");
        await().untilAsserted(() ->
                assertThat(house.metric("wellfield_gateway_requests_in_flight")).isLessThanOrEqualTo(1));
    }

    @Test
    void durations_are_written_as_go_does() {
        assertThat(GoDuration.ofNanos(0)).isEqualTo("0s");
        assertThat(GoDuration.ofNanos(1)).isEqualTo("1ms");
        assertThat(GoDuration.ofNanos(120_000_000)).isEqualTo("120ms");
        assertThat(GoDuration.ofNanos(1_000_000_000)).isEqualTo("1s");
        assertThat(GoDuration.ofNanos(8_640_000_000L)).isEqualTo("8.64s");
        assertThat(GoDuration.ofNanos(20_000_000_000L)).isEqualTo("20s");
        assertThat(GoDuration.ofNanos(360_000_000_000L)).isEqualTo("6m0s");
        assertThat(GoDuration.ofNanos(60_500_000_000L)).isEqualTo("1m0.5s");
        assertThat(GoDuration.ofNanos(3_661_000_000_000L)).isEqualTo("1h1m1s");
        assertThat(GoDuration.ofNanos(Long.MAX_VALUE)).isEqualTo("100h0m0s");
    }
}
