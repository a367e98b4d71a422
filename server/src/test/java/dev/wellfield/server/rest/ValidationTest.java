package dev.wellfield.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.server.rest.StubServer.Result;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What people read when something is wrong. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ValidationTest {
    private static final String WORKLOADS = "/api/v1/tenants/team-a/workloads";
    private final StubServer server = StubServer.start();

    @AfterAll
    void close() {
        server.close();
    }

    @Test
    void everything_that_is_wrong_is_told_at_once() {
        Result result = server.asOperator()
                .header("Idempotency-Key", "with space")
                .post("/api/v1/tenants/Team_A/workloads?dryrun=1", """
                        {"spec": {"type": "TRAIN", "command": [], "cards": 513, "share": {"memoryMib": "4 GiB"},
                         "isolation": "hard", "cpuMilli": 5}}
                        """);

        assertThat(result.status()).isEqualTo(400);
        assertThat(result.code()).isEqualTo("invalid");
        assertThat(result.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(result.errors())
                .containsExactlyInAnyOrder(
                        "path/tenant: lower-case letters, digits and hyphens, starting with a letter, at most 63",
                        "query/dryrun: no parameter of this name; none is known here",
                        "header/Idempotency-Key: 1 to 128 visible ASCII characters without spaces",
                        "/spec/type: one of TRAINING, INFERENCE, BATCH, INTERACTIVE",
                        "/spec/command: a list of 1 to 1,000 entries",
                        "/spec/cards: an integer from 0 to 512",
                        "/spec/share/memoryMib: an integer from 1 to 10,000,000",
                        "/spec/isolation: one of HARD, SOFT, NONE",
                        "/spec/cpuMilli: an integer from 10 to 10,000,000");
        assertThat(result.json().get("detail").asString()).isEqualTo("9 values are wrong.");
    }

    @Test
    void an_unknown_field_is_named_with_the_nearest_known_one() {
        Result result = server.asOperator()
                .post(WORKLOADS, "{\"spec\": {\"type\": \"BATCH\", \"command\": [\"a\"], \"card\": 1, \"zzz\": 2}}");

        assertThat(result.errors())
                .containsExactly(
                        "/spec/card: no field of this name; did you mean cards?",
                        "/spec/zzz: no field of this name; known are type, command, environment, pool, cards, share,"
                                + " isolation, cpuMilli, hostMemoryMib, priority, graceSeconds, serves");
    }

    @Test
    void an_unknown_query_parameter_is_named_with_the_nearest_known_one() {
        Result result = server.asOperator().get("/api/v1/workloads?limt=3&phase=QUEUED,RUNING&tenant=a&tenant=b");

        assertThat(result.errors())
                .containsExactlyInAnyOrder(
                        "query/limt: no parameter of this name; did you mean limit?",
                        "query/phase/1: one of QUEUED, STARTING, RUNNING, STOPPING, SUCCEEDED, FAILED, CANCELLED,"
                                + " REFUSED",
                        "query/tenant: one value");
    }

    @Test
    void what_is_missing_is_told_with_what_it_would_be() {
        Result result = server.asOperator().post(WORKLOADS, "{\"spec\": {\"serves\": {}}}");

        assertThat(result.errors())
                .containsExactlyInAnyOrder(
                        "/spec/type: one of TRAINING, INFERENCE, BATCH, INTERACTIVE; it is required",
                        "/spec/command: a list of 1 to 1,000 entries; it is required",
                        "/spec/serves/model: 1 to 128 letters, digits and . _ : / -, starting with a letter or digit;"
                                + " it is required");
    }

    @Test
    void a_resource_is_judged_by_its_kind_alone() {
        Result result = server.asOperator().post("/api/v1/apply", """
                        {"resources": [
                          {"apiVersion": "wellfield.dev/v1", "kind": "Pool", "metadata": {"name": "P"}, "spec": {"cardModel": 5}},
                          {"apiVersion": "v1", "kind": "Quota", "metadata": {"name": "p"}, "spec": {"limits": {"GPU": {}}}},
                          {"kind": "Pol"},
                          {"metadata": {"name": "x"}},
                          3,
                          {"apiVersion": "wellfield.dev/v1", "kind": "Subscription", "metadata": {"name": "s", "tenant": "a"},
                           "spec": {"cardModel": "T4", "units": 1.5, "term": "MONTH", "startsOn": "2026-02-30"}},
                          {"apiVersion": "wellfield.dev/v1", "kind": "Pool", "metadata": {"name": "p"}}
                        ]}
                        """);

        assertThat(result.errors())
                .containsExactlyInAnyOrder(
                        "/resources/0/metadata/name: lower-case letters, digits and hyphens, starting with a letter,"
                                + " at most 63",
                        "/resources/0/spec/cardModel: 1 to 63 letters, digits and hyphens, starting with a letter or"
                                + " digit",
                        "/resources/1/apiVersion: \"wellfield.dev/v1\"",
                        "/resources/1/metadata/tenant: lower-case letters, digits and hyphens, starting with a letter,"
                                + " at most 63; it is required",
                        "/resources/1/spec/limits/GPU: no field of this name; known are CARDS, MEMORY, COMPUTE,"
                                + " BANDWIDTH, CONCURRENCY, CPU, HOST_MEMORY",
                        "/resources/2/kind: one of Pool, Node, Plan, PriceBook, Tenant, Quota, Subscription, Model,"
                                + " ApiKey, Principal, Webhook",
                        "/resources/2/apiVersion: a value; it is required",
                        "/resources/2/metadata: a value; it is required",
                        "/resources/2/spec: a value; it is required",
                        "/resources/3/kind: one of Pool, Node, Plan, PriceBook, Tenant, Quota, Subscription, Model,"
                                + " ApiKey, Principal, Webhook; it is required",
                        "/resources/3/apiVersion: a value; it is required",
                        "/resources/3/spec: a value; it is required",
                        "/resources/4: an object with the fields kind (required: apiVersion, kind, metadata, spec)",
                        "/resources/5/spec/units: an integer from 1 to 100,000",
                        "/resources/5/spec/startsOn: a day such as 2026-01-31",
                        "/resources/6/spec: an object with the fields cardModel, description (required: cardModel);"
                                + " it is required");
    }

    @Test
    void values_are_shown_short_and_secrets_not_at_all() {
        Result name = server.asOperator().post("/api/v1/tokens", "{\"name\": \"" + "x".repeat(5000) + "\"}");
        Result token =
                server.asNobody().post("/api/v1/session", "{\"token\": \"geheim\", \"old_password\": \"geheim\"}");
        Result misplaced = server.asNobody().post("/api/v1/session", "\"wft_geheim\"");

        assertThat(name.json().at("/errors/0/value").asString()).hasSize(200).endsWith("…");
        for (Result result : new Result[] {token, misplaced}) {
            assertThat(result.status()).isEqualTo(400);
            assertThat(result.body()).doesNotContain("geheim");
        }
        assertThat(token.errors())
                .containsExactly(
                        "/token: text of 8 to 200 characters",
                        "/old_password: no field of this name; known are token, name, password");
    }

    @Test
    void a_name_that_is_there_twice_is_a_violation_like_others() {
        Result result = server.asOperator()
                .post("/api/v1/tokens", "{\"name\": \"a\", \"name\": \"b\", \"scopes\": [\"x\"], \"scopes\": 3}");

        assertThat(result.errors())
                .containsExactly(
                        "/name: each field once; this name is there twice",
                        "/scopes: each field once; this name is there twice");
    }

    @Test
    void broken_json_is_told_with_its_place_and_without_its_text() {
        Result result = server.asOperator().post(WORKLOADS, "{\"spec\": {\n  \"type\": BATCH}}");

        assertThat(result.status()).isEqualTo(400);
        assertThat(result.code()).isEqualTo("broken-json");
        assertThat(result.errors()).hasSize(1).allMatch(it -> it.contains("valid JSON; it breaks at line 2, column"));
        assertThat(result.body()).doesNotContain("BATCH");
    }

    @Test
    void numbers_that_nobody_can_hold_are_violations() {
        for (String number : new String[] {
            "1e400", "-1e400", "9223372036854775808", "1e999999999", "0.5", "1" + "0".repeat(300), "1.0000000000001"
        }) {
            Result result = server.asOperator()
                    .post(
                            WORKLOADS,
                            "{\"spec\": {\"type\": \"BATCH\", \"command\": [\"a\"], \"cards\": " + number + "}}");

            assertThat(result.status()).as(number).isEqualTo(400);
            assertThat(result.errors()).as(number).containsExactly("/spec/cards: an integer from 0 to 512");
            assertThat(result.json().at("/errors/0/value").asString()).isEqualTo(Shown.shortened(number));
        }
    }

    @Test
    void whole_numbers_may_be_written_in_any_way() {
        for (String number : new String[] {"8", "8.0", "80e-1", "0.8e1"}) {
            Result result = server.asOperator()
                    .post(
                            WORKLOADS,
                            "{\"spec\": {\"type\": \"BATCH\", \"command\": [\"a\"], \"cards\": " + number + "}}");

            assertThat(result.status()).as(number).isEqualTo(201);
        }
    }

    @Test
    void text_that_a_database_cannot_store_is_a_violation() {
        for (String text : new String[] {"a\\u0000b", "\\ud800", "\\udc00\\ud800"}) {
            Result result = server.asOperator()
                    .post(WORKLOADS, "{\"spec\": {\"type\": \"BATCH\", \"command\": [\"" + text + "\"]}}");

            assertThat(result.errors()).as(text).containsExactly("/spec/command/0: " + Texts.EXPECTED);
        }
        Result named = server.asOperator()
                .post(WORKLOADS, "{\"spec\": {\"type\": \"BATCH\", \"command\": [\"a\"], \"\\ud800\": 1}}");
        assertThat(named.status()).isEqualTo(400);
    }

    @Test
    void a_body_is_refused_where_none_is_taken_and_asked_for_where_one_is() {
        Result surplus = server.asOperator().post("/api/v1/tenants/a/workloads/w/cancel", "{\"grace\": 3}");
        Result missing = server.asOperator().post("/api/v1/tokens", "");

        assertThat(surplus.errors()).containsExactly(": no body: this operation takes none");
        assertThat(missing.errors())
                .containsExactly(": an object with the fields name, scopes, expiresAt (required: name); the body is"
                        + " required");
    }

    @Test
    void names_of_variables_are_checked_and_their_values_never_shown() {
        Result result = server.asOperator()
                .post(
                        WORKLOADS,
                        "{\"spec\": {\"type\": \"BATCH\", \"command\": [\"a\"],"
                                + " \"environment\": {\"1A\": \"x\", \"B\": 37}}}");

        assertThat(result.errors())
                .containsExactlyInAnyOrder(
                        "/spec/environment/1A: a name of letters, digits and _, not starting with a digit, at most"
                                + " 128",
                        "/spec/environment/B: text of at most 131,072 characters");
        assertThat(result.body()).doesNotContain("37");
    }

    @Test
    void instants_and_percent_signs_in_queries_are_checked() {
        Result result = server.asOperator().get("/api/v1/usage/cards?from=yesterday&to=2026-13-01T00:00:00Z");
        assertThat(result.errors())
                .containsExactly(
                        "query/from: an instant such as 2026-01-31T08:00:00Z",
                        "query/to: an instant such as 2026-01-31T08:00:00Z");

        String answer = Wire.exchange(
                server,
                "GET /api/v1/usage/cards?tenant=%zz HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer wft_operator\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 400");
    }

    @Test
    void defaults_of_the_contract_are_applied() {
        StringBuilder seen = new StringBuilder();
        try (StubServer own = StubServer.start(Map.of("listWorkloads", call -> {
            seen.append(call.queryInteger("limit").orElseThrow()).append(' ').append(call.queryList("phase"));
            return Reply.ok(Samples.minimal(StubServer.CONTRACT.schemas()).of("WorkloadList"));
        }))) {
            assertThat(own.asOperator().get("/api/v1/workloads").status()).isEqualTo(200);
        }
        assertThat(seen.toString()).isEqualTo("100 []");
    }
}
