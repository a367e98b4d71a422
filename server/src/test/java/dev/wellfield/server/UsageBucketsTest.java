package dev.wellfield.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.server.RunningServer.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Usage by time and invoices made of it, from the gateways' records on. */
class UsageBucketsTest {
    private static final RunningServer SERVER = RunningServer.shared();
    private static final String TOKENS = "/api/v1/usage/tokens/buckets?tenant=metered";

    /** One request an hour over 8 and 9 March 2026, when New York put its clocks forward: 100 tokens in, 10 out. */
    @BeforeAll
    static void two_days_are_metered() throws InterruptedException {
        ObjectNode tenant = RunningServer.resource("Tenant", "metered", null);
        tenant.set(
                "spec",
                RunningServer.json("{'zone': 'America/New_York', 'priceBook': 'list-2026',"
                        + " 'plans': {'cards': 'spot', 'tokens': 'by-the-token'}}"));
        assertThat(SERVER.apply(tenant).status()).isEqualTo(200);
        SERVER.sql("""
                insert into usage_record (request_id, tenant, key_id, key_name, model, model_id, model_owner, endpoint_id,
                    simulated, stream, started_at, settled_at, prompt_tokens, cached_tokens, completion_tokens, prompt_bound,
                    outcome, estimated, status, choices)
                select gen_random_uuid(), 'metered', cast('00000000-0000-0000-0000-00000000000' || (n % 2) as uuid), 'key-' || (n % 2),
                    'qwen2.5-7b-instruct', '00000000-0000-0000-0000-0000000000aa', 'inference',
                    '00000000-0000-0000-0000-0000000000bb', true, true, at, at + interval '2 seconds', 100, 40, 10, 400,
                    case n % 4 when 0 then 'CLIENT_ABORTED' when 1 then 'UPSTREAM_FAILED' else 'COMPLETED' end, false, 200, 1
                from generate_series(0, 46) n, lateral (select timestamptz '2026-03-08 05:30Z' + n * interval '1 hour') as it (at)
                """);
        Instant patience = Instant.now().plus(Duration.ofSeconds(30));
        while (sum(buckets("MONTH", "TENANT", ""), "requests") < 47) {
            assertThat(Instant.now()).isBefore(patience);
            Thread.sleep(100);
        }
    }

    private static JsonNode buckets(String bucket, String group, String more) {
        Answer answer = SERVER.send(
                "listTokenBuckets",
                "GET",
                TOKENS + "&from=2026-03-01T05:00:00Z&to=2026-04-01T04:00:00Z&bucket=" + bucket + "&group=" + group
                        + more,
                SERVER.operator(),
                null);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json();
    }

    private static long sum(JsonNode buckets, String field) {
        long sum = 0;
        for (JsonNode item : buckets.get("items")) {
            sum += item.get(field).longValue();
        }
        return sum;
    }

    @Test
    void a_day_begins_and_ends_with_the_account_even_when_it_has_23_hours() {
        JsonNode days = buckets("DAY", "TENANT", "");

        assertThat(days.get("zone").asString()).isEqualTo("America/New_York");
        assertThat(days.get("starts")).hasSize(31);
        assertThat(days.get("items").findValuesAsString("from"))
                .containsExactly("2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z");
        assertThat(days.get("items").get(0).get("requests").longValue()).isEqualTo(23);
        assertThat(days.get("items").get(1).get("requests").longValue()).isEqualTo(24);
        assertThat(sum(days, "promptTokens")).isEqualTo(4_700);
        assertThat(sum(days, "cachedTokens")).isEqualTo(47 * 40);
        assertThat(sum(days, "abortedRequests")).isEqualTo(12);
        assertThat(sum(days, "failedRequests")).isEqualTo(12);
    }

    @Test
    void another_zone_gives_other_days_of_the_same_sum() {
        JsonNode days = buckets("DAY", "TENANT", "&zone=Asia/Kolkata");

        assertThat(days.get("zone").asString()).isEqualTo("Asia/Kolkata");
        assertThat(days.get("items").get(0).get("from").asString()).isEqualTo("2026-03-07T18:30:00Z");
        assertThat(sum(days, "requests")).isEqualTo(47);
    }

    @Test
    void hours_are_kept_apart_by_model_and_by_key() {
        assertThat(buckets("HOUR", "MODEL", "").get("items")).hasSize(47).allSatisfy(item -> {
            assertThat(item.get("model").asString()).isEqualTo("qwen2.5-7b-instruct");
            assertThat(item.get("modelOwner").asString()).isEqualTo("inference");
        });
        assertThat(buckets("DAY", "KEY", "").get("items").findValuesAsString("key"))
                .containsExactly("key-0", "key-1", "key-0", "key-1");
    }

    @Test
    void more_than_1500_pieces_are_refused_with_what_would_be_right() {
        Answer answer = SERVER.send(
                "listTokenBuckets",
                "GET",
                TOKENS + "&from=2026-03-01T00:00:00Z&to=2026-03-03T00:00:00Z&bucket=MINUTE",
                SERVER.operator(),
                null);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.expected("query/bucket")).contains("a longer bucket or a shorter window", "1,500");
    }

    @Test
    void a_zone_that_is_none_is_refused() {
        Answer answer = SERVER.send("listTokenBuckets", "GET", TOKENS + "&zone=Mars/Base", SERVER.operator(), null);

        assertThat(answer.expected("query/zone")).contains("Asia/Shanghai");
    }

    @Test
    void a_member_of_another_tenant_sees_nothing_of_it() {
        assertThat(SERVER.send("listTokenBuckets", "GET", TOKENS, SERVER.tokenFor("tenant-finance", "inference"), null)
                        .status())
                .isEqualTo(404);
    }

    @Test
    void card_time_by_day_includes_what_runs_now() throws InterruptedException {
        SERVER.submit(
                "training",
                "{'metadata': {'name': 'counted'}, 'spec': {'type': 'BATCH', 'command': ['sleep', '60'], 'cards': 1}}");
        Instant patience = Instant.now().plus(Duration.ofSeconds(30));
        while (!SERVER.phase("training/counted").equals("RUNNING")) {
            assertThat(Instant.now()).isBefore(patience);
            Thread.sleep(100);
        }
        Thread.sleep(10);

        JsonNode days = SERVER.send(
                        "listCardBuckets",
                        "GET",
                        "/api/v1/usage/cards/buckets?tenant=training&group=WORKLOAD",
                        SERVER.operator(),
                        null)
                .json();

        assertThat(days.get("items"))
                .filteredOn(item -> item.get("workload").asString().equals("counted"))
                .isNotEmpty()
                .allSatisfy(item -> {
                    assertThat(item.get("running").asBoolean()).isTrue();
                    assertThat(Double.parseDouble(item.get("cardSeconds").asString()))
                            .isPositive();
                    assertThat(Double.parseDouble(item.get("memoryMibSeconds").asString()))
                            .isPositive();
                });
        SERVER.send(
                "cancelWorkload", "POST", "/api/v1/tenants/training/workloads/counted/cancel", SERVER.operator(), null);
    }

    @Test
    void the_preview_of_the_month_is_rated_from_the_same_sums() {
        JsonNode preview = SERVER.send(
                        "previewInvoice",
                        "GET",
                        "/api/v1/tenants/metered/invoice-previews/2026-03",
                        SERVER.operator(),
                        null)
                .json();

        // 4,700 tokens in, 470 out
        assertThat(preview.get("lines").findValuesAsString("quantity")).containsExactly("0.0047", "0.00047");
    }

    @Test
    void a_preview_comes_as_csv_with_the_same_numbers() {
        Answer answer = SERVER.send(
                "exportInvoicePreview",
                "GET",
                "/api/v1/tenants/metered/invoice-previews/2026-03/csv",
                SERVER.operator(),
                null);

        List<String> lines = answer.body().lines().toList();
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/csv; charset=utf-8");
        assertThat(answer.headers().firstValue("Content-Disposition"))
                .hasValue("attachment; filename=\"invoice-metered-2026-03.csv\"");
        assertThat(answer.body()).as("RFC 4180 ends lines so").endsWith("\r\n");
        assertThat(lines).hasSize(3);
        assertThat(lines.getFirst()).startsWith("tenant,month,line,item,").contains(",amount,listAmount,currency,");
        assertThat(lines.get(1))
                .startsWith("metered,2026-03,input-tokens-inference-qwen2.5-7b-instruct,INPUT_TOKENS,,"
                        + "qwen2.5-7b-instruct,0.0047,MILLION_TOKENS,")
                .contains(",CNY,");
    }

    @Test
    void the_operator_sees_all_tenants_previews_with_their_total_and_others_their_own() {
        String path = "/api/v1/invoice-previews/2026-03";
        JsonNode all = SERVER.send("listInvoicePreviews", "GET", path, SERVER.operator(), null)
                .json();
        JsonNode own = SERVER.send(
                        "listInvoicePreviews", "GET", path, SERVER.tokenFor("tenant-finance", "inference"), null)
                .json();
        String csv = SERVER.send("exportInvoicePreviews", "GET", path + "/csv", SERVER.operator(), null)
                .body();

        assertThat(all.get("items").findValuesAsString("tenant")).contains("metered", "training", "inference");
        assertThat(all.get("totals")).hasSize(1);
        assertThat(own.get("items")).hasSize(1);
        assertThat(csv).contains("\r\nmetered,2026-03,");
    }

    @Test
    void a_tenants_months_are_listed_the_one_that_goes_on_first() {
        JsonNode months = SERVER.send(
                        "listInvoiceMonths",
                        "GET",
                        "/api/v1/tenants/inference/invoice-previews?months=3",
                        SERVER.operator(),
                        null)
                .json();

        assertThat(months.get("items")).hasSize(3);
        assertThat(months.get("items").findValuesAsString("month")).isSortedAccordingTo((a, b) -> b.compareTo(a));
    }
}
