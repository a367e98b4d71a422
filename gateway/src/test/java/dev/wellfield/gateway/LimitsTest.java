package dev.wellfield.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.wellfield.core.EngineKind;
import dev.wellfield.core.serving.CallKind;
import dev.wellfield.core.serving.Limits;
import dev.wellfield.core.serving.Model;
import dev.wellfield.core.serving.Secret;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything has a limit, and every limit says which one it is. */
final class LimitsTest {
    private static final Secret ONE_AT_A_TIME = new Secret("sk-wf-one-at-a-time-0123456789");

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

    /** A request that stays at the engine until its caller leaves. */
    private Caller lasting(String key) throws Exception {
        double before = house.metric("wellfield_gateway_requests_in_flight");
        Caller caller = house.caller().chat(key, Bodies.stream(5_000), "X-Simulate-Token-Ms: 100");
        caller.until("\n\n");
        assertThat(house.metric("wellfield_gateway_requests_in_flight")).isEqualTo(before + 1);
        return caller;
    }

    private Caller.Answer once(String key) throws Exception {
        try (Caller caller = house.caller()) {
            return caller.chat(key, Bodies.whole(3)).answer();
        }
    }

    @Test
    void a_keys_limit_holds_and_its_place_comes_back_when_the_caller_leaves() throws Exception {
        house.engine().addKey(ONE_AT_A_TIME, "single", null, 1, null).start();
        try (Caller first = lasting(ONE_AT_A_TIME.text())) {
            Caller.Answer refused = once(ONE_AT_A_TIME.text());
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.header("retry-after")).isEqualTo("1");
            assertThat(refused.body())
                    .contains("\"type\":\"requests\"")
                    .contains("\"code\":\"rate_limit_exceeded\"")
                    .contains("by the API key 'single' on requests at a time: Limit 1.");
            assertThat(once(house.key.text()).status()).isEqualTo(200);

            first.leave();
        }
        await().until(() -> once(ONE_AT_A_TIME.text()).status() == 200);
    }

    @Test
    void a_tenants_limit_holds_over_all_its_keys() throws Exception {
        house.engine()
                .addKey(ONE_AT_A_TIME, "single", null, null, null)
                .tenantLimits(Limits.concurrent(1))
                .start();
        try (Caller _ = lasting(ONE_AT_A_TIME.text())) {
            Caller.Answer refused = once(house.key.text());

            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.body()).contains("by the tenant 'vision' on requests at a time: Limit 1.");
        }
    }

    @Test
    void when_all_engines_are_busy_requests_wait_and_are_served_in_turn() throws Exception {
        house.engine(EngineKind.SIMULATOR, 1, "--tokens-per-second", "1000").start();
        Caller first = lasting(house.key.text());
        try (Caller second = house.caller();
                Caller third = house.caller()) {
            second.chat(house.key.text(), Bodies.whole(3));
            await().until(() -> house.metric("wellfield_gateway_queue_length{") == 1);
            third.chat(house.key.text(), Bodies.whole(3));
            await().until(() -> house.metric("wellfield_gateway_queue_length{") == 2);

            first.leave();

            assertThat(second.answer().status()).isEqualTo(200);
            assertThat(third.answer().status()).isEqualTo(200);
            assertThat(house.records(3)).hasSize(3);
            assertThat(house.metric("wellfield_gateway_queue_length{")).isZero();
        }
    }

    @Test
    void a_request_that_waits_too_long_is_told_that_the_engines_are_busy() throws Exception {
        house.settings(all -> all.with(all.timeouts().withQueue(Duration.ofSeconds(1))))
                .engine(EngineKind.SIMULATOR, 1)
                .start();
        try (Caller _ = lasting(house.key.text())) {
            Caller.Answer refused = once(house.key.text());

            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.header("retry-after")).isNotEmpty();
            assertThat(refused.body()).contains("engine_overloaded").contains("within 1 s");
            assertThat(house.sink.records()).isEmpty();
        }
    }

    @Test
    void a_full_queue_refuses_at_once() throws Exception {
        house.settings(all -> all.with(new Capacity(100, 1, 100, 1 << 20, 4, 1 << 20, 1 << 16)))
                .engine(EngineKind.SIMULATOR, 1)
                .start();
        try (Caller _ = lasting(house.key.text());
                Caller waiting = house.caller()) {
            waiting.chat(house.key.text(), Bodies.whole(3));
            await().until(() -> house.metric("wellfield_gateway_queue_length{") == 1);

            Caller.Answer refused = once(house.key.text());

            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.body()).contains("1 requests wait already");
        }
    }

    @Test
    void a_model_without_engines_is_unavailable_at_once() throws Exception {
        house.startUnready();

        Caller.Answer refused = once(house.key.text());

        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.header("retry-after")).isNotEmpty();
        assertThat(refused.body()).contains("no_engine").contains("'chat'");
        assertThat(house.metric("wellfield_gateway_refused_total{code=\"no_engine\"}"))
                .isEqualTo(1);
        assertThat(house.metric("wellfield_gateway_requests_in_flight")).isZero();
    }

    @Test
    void a_replica_takes_only_so_many_requests() throws Exception {
        house.settings(all -> all.with(new Capacity(2, 10, 100, 1 << 20, 4, 1 << 20, 1 << 16)))
                .engine()
                .start();
        try (Caller _ = lasting(house.key.text());
                Caller _ = lasting(house.key.text())) {
            Caller.Answer refused = once(house.key.text());

            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.body()).contains("gateway_overloaded").contains("2 requests");
        }
        await().until(() -> once(house.key.text()).status() == 200);
    }

    @Test
    void a_body_that_is_too_large_is_refused_whether_or_not_it_is_announced() throws Exception {
        house.engine().start();
        String large = Bodies.whole(3, "\"x\":\"" + "y".repeat(2 << 20) + "\"");
        try (Caller caller = house.caller()) {
            Caller.Answer answer = caller.chat(house.key.text(), large).answer();

            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.body()).contains("request_too_large").contains("1048576");
            // The connection goes on.
            assertThat(caller.chat(house.key.text(), Bodies.whole(3)).answer().status())
                    .isEqualTo(200);
        }
        try (Caller caller = house.caller()) {
            caller.send("POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + house.key.text()
                    + "\r\nTransfer-Encoding: chunked\r\n\r\n");
            for (int i = 0; i < 40; i++) {
                caller.send("10000\r\n" + "x".repeat(65_536) + "\r\n");
            }
            assertThat(caller.answer().status()).isEqualTo(413);
        }
        try (Caller caller = house.caller()) {
            assertThat(caller.send("POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
                                    + house.key.text() + "\r\nContent-Length: 99999999999\r\n\r\n{")
                            .answer()
                            .status())
                    .isEqualTo(413);
        }
    }

    @Test
    void a_body_just_below_the_limit_reaches_the_engine_whole() throws Exception {
        try (ScriptedEngine engine = ScriptedEngine.answering(200, "{\"choices\":[]}")) {
            house.endpoint(EngineKind.OTHER, engine.url(), 4).start();
            String large = Bodies.whole(3, "\"x\":\"" + "0123456789".repeat(100_000) + "\"");
            try (Caller caller = house.caller()) {
                assertThat(caller.chat(house.key.text(), large).answer().status())
                        .isEqualTo(200);
            }
            assertThat(engine.bodies().getFirst()).isEqualTo(large);
        }
    }

    @Test
    void an_answer_in_one_piece_that_is_longer_than_what_is_held_passes_whole() throws Exception {
        String json = "{\"choices\":[{\"message\":{\"content\":\"" + "0123456789".repeat(50_000)
                + "\"}}],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":2}}";
        try (ScriptedEngine engine = ScriptedEngine.answering(200, json)) {
            house.endpoint(EngineKind.OTHER, engine.url(), 4).start();
            try (Caller caller = house.caller()) {
                assertThat(caller.chat(house.key.text(), Bodies.whole(3))
                                .answer()
                                .body())
                        .isEqualTo(json);
            }
            assertThat(house.record().tokens().completion()).isEqualTo(2);
        }
    }

    @Test
    void a_body_that_does_not_come_is_given_up() throws Exception {
        house.settings(all -> all.with(new Timeouts(
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(60))))
                .engine()
                .start();
        try (Caller caller = house.caller();
                Caller idle = house.caller()) {
            caller.send("POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + house.key.text()
                    + "\r\nContent-Length: 100\r\n\r\n{");

            assertThat(caller.answer().status()).isEqualTo(408);
            assertThat(idle.isClosedByGateway()).isTrue();
        }
    }

    @Test
    void bad_bodies_are_refused_with_the_field_and_what_would_be_right() throws Exception {
        house.engine().start();
        try (Caller caller = house.caller()) {
            Caller.Answer broken =
                    caller.chat(house.key.text(), "{\"model\":\"chat\",").answer();
            assertThat(broken.status()).isEqualTo(400);
            assertThat(broken.body()).contains("not valid JSON").contains("line 1");
            Caller.Answer many =
                    caller.chat(house.key.text(), Bodies.whole(3, "\"n\":5")).answer();
            assertThat(many.status()).isEqualTo(400);
            assertThat(many.body()).contains("\"param\":\"n\"").contains("from 1 to 4");
            assertThat(caller.chat(house.key.text(), "").answer().status()).isEqualTo(400);
        }
        assertThat(Counters.of(house.engines).prompt()).isZero();
        assertThat(house.metric("wellfield_gateway_requests_in_flight")).isZero();
    }

    @Test
    void several_answers_of_llama_cpp_are_refused_since_it_counts_one() throws Exception {
        house.engine(EngineKind.LLAMA_CPP, 4).start();
        try (Caller caller = house.caller()) {
            Caller.Answer answer =
                    caller.chat(house.key.text(), Bodies.whole(3, "\"n\":2")).answer();

            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.body()).contains("\"param\":\"n\"").contains("llama.cpp");
        }
    }

    @Test
    void a_models_ceiling_limits_only_those_who_name_no_limit() throws Exception {
        house.model(new Model(House.MODEL_ID, "platform", House.MODEL, 8_192, 7, true, CallKind.GENERATING))
                .engine("--tokens-per-second", "1000")
                .start();
        String unlimited =
                "{\"model\":\"chat\",\"max_tokens\":null,\"ignore_eos\":true,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
        try (Caller caller = house.caller()) {
            assertThat(caller.chat(house.key.text(), unlimited).answer().body()).contains("\"completion_tokens\":7");
            assertThat(caller.chat(house.key.text(), Bodies.whole(9)).answer().body())
                    .contains("\"completion_tokens\":9");
        }
        assertThat(house.records(2)).extracting(record -> record.maxTokens()).containsExactly(7L, 9L);
    }

    @Test
    void without_any_limit_the_context_is_the_bound_and_nothing_is_injected() throws Exception {
        try (ScriptedEngine engine = ScriptedEngine.answering(200, "{\"choices\":[]}")) {
            house.endpoint(EngineKind.VLLM, engine.url(), 4).start();
            String unlimited = "{\"model\":\"chat\",\"n\":2,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
            try (Caller caller = house.caller()) {
                caller.chat(house.key.text(), unlimited).answer();
            }
            assertThat(engine.bodies().getFirst()).doesNotContain("max_tokens");
            assertThat(house.record().maxTokens()).isEqualTo(2 * 8_192);
        }
    }
}
