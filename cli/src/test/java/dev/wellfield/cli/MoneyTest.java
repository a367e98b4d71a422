package dev.wellfield.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.cli.show.Csv;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MoneyTest {
    private static final String LINE = """
            {"line": "input-tokens-inference-qwen", "item": "INPUT_TOKENS", "model": "qwen", "quantity": "0.001234",
             "unit": "MILLION_TOKENS", "unitPrice": {"amount": "1.00", "currency": "CNY"},
             "amount": {"amount": "0.00", "currency": "CNY"}, "listAmount": {"amount": "0.00", "currency": "CNY"},
             "capped": false, "estimated": false, "simulated": true, "notes": ["OWN_MODEL"]}
            """;
    private static final String PREVIEWS = "GET /api/v1/tenants/data/invoice-previews/2026-12";

    private final FakeServer server = new FakeServer();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void a_preview_is_a_table_whose_lines_trace_takes() {
        server.answer("GET /api/v1/tenants/data", "{\"spec\": {\"zone\": \"Asia/Shanghai\"}}")
                .answer(PREVIEWS, """
                {"tenant": "data", "month": "2026-12", "zone": "Asia/Shanghai", "from": "2026-11-30T16:00:00Z",
                 "to": "2026-12-31T16:00:00Z", "asOf": "2026-12-15T10:00:00.123Z", "currency": "CNY", "priceBook": "list-2026",
                 "lines": [{"line": "card-hours-a100-40gb", "item": "CARD_HOURS", "cardModel": "A100-40GB", "quantity": "12.500000000000",
                   "unit": "CARD_HOUR", "unitPrice": {"amount": "3.835616438356", "currency": "CNY"},
                   "amount": {"amount": "47.95", "currency": "CNY"}, "listAmount": {"amount": "47.95", "currency": "CNY"},
                   "capped": true, "notes": []}, %s],
                 "total": {"amount": "47.95", "currency": "CNY"}}
                """.formatted(LINE));

        assertThat(Call.to(server, "invoice", "preview", "--tenant", "data")).isEqualTo(new Call(0, """
                data, 2026-12 (Asia/Shanghai), as of 2026-12-15T10:00:00Z, prices of list-2026
                LINE                                      WHAT               QUANTITY  UNIT            UNIT PRICE  AMOUNT   LIST  NOTE
                data/2026-12/card-hours-a100-40gb         time on A100-40GB      12.5  card-hours        3.835616   47.95  47.95  capped at the month price
                data/2026-12/input-tokens-inference-qwen  input to qwen      0.001234  million tokens        1.00    0.00   0.00  own model, simulated
                Total: CNY 47.95
                """, ""));
    }

    private static String trace(String layer, String verdict) {
        return """
                {"tenant": "data", "month": "2026-12", "line": %s,
                 "charge": {"steps": [{"code": "TOKENS", "params": {"requests": "2"}, "text": "2 requests, tokens", "value": "1234"},
                  {"code": "OWN_MODEL", "params": {}, "text": "one's own model", "value": "0"}]},
                 "facts": {"count": 2, "quantity": "1234", "unit": "TOKEN", "truncated": false, "items": [
                   {"source": "request r1", "from": "2026-12-01T00:00:00Z", "to": "2026-12-01T00:00:01.5Z", "quantity": "1000", "outcome": "COMPLETED", "estimated": false},
                   {"source": "request r2", "from": "2026-12-01T00:00:02Z", "to": "2026-12-01T00:00:03Z", "quantity": "234", "outcome": "CLIENT_GONE", "estimated": true}]},
                 "secondLayer": [%s], "verdict": "%s"}
                """.formatted(LINE, layer, verdict);
    }

    /** @param to the end of what was measured; empty if nothing was */
    private static String layer(String measured, String difference, boolean agrees, String note, String to) {
        return """
                {"source": "inference/chat, engine VLLM", "measure": "PROMPT_TOKENS", "measured": "%s", "factsLow": "1234",
                 "factsHigh": "1300", "agrees": %s, "difference": "%s"%s%s}
                """.formatted(
                        measured,
                        agrees,
                        difference,
                        to.isEmpty() ? "" : ", \"from\": \"2026-12-01T00:00:00Z\", \"to\": \"" + to + "\"",
                        note.isEmpty() ? "" : ", \"note\": \"" + note + "\"");
    }

    @Test
    void a_chain_that_agrees_is_printed_in_the_order_of_its_proof() {
        server.answer(
                PREVIEWS + "/lines/input-tokens-inference-qwen",
                trace(layer("1234", "0", true, "ABORTED_REQUESTS", "2026-12-01T01:00:00Z"), "AGREES"));

        assertThat(Call.to(server, "invoice", "trace", "data/2026-12/input-tokens-inference-qwen"))
                .isEqualTo(new Call(0, """
                data/2026-12/input-tokens-inference-qwen
                  input to qwen: 0.001234 million tokens x CNY 1.00 = CNY 0.00 (own model, simulated)

                Charge: how the amount came about
                  1. 2 requests, tokens: 1234
                  2. one's own model: 0

                Facts: 2 facts, together 1234 tokens
                  SOURCE      FROM (UTC)            TO (UTC)              QUANTITY  NOTE
                  request r1  2026-12-01T00:00:00Z  2026-12-01T00:00:01Z      1000  COMPLETED
                  request r2  2026-12-01T00:00:02Z  2026-12-01T00:00:03Z       234  CLIENT_GONE, estimated

                Second layer: measured independently
                  SOURCE                       MEASURE        FROM (UTC)            TO (UTC)              MEASURED         FACTS  DIFFERENCE  NOTE
                  inference/chat, engine VLLM  prompt tokens  2026-12-01T00:00:00Z  2026-12-01T01:00:00Z      1234  1234 to 1300           0  aborted requests count within a range

                Verdict: agrees: inference/chat, engine VLLM counted for all its callers 1234 prompt tokens from 2026-12-01T00:00:00Z to 2026-12-01T01:00:00Z, and the facts say 1234 to 1300.
                """, ""));
    }

    @Test
    void a_chain_that_does_not_agree_says_by_how_much_and_is_1() {
        server.answer(
                PREVIEWS + "/lines/input-tokens-inference-qwen",
                trace(layer("1111", "-123", false, "", "2026-12-01T01:00:00Z"), "DISAGREES"));

        Call call = Call.to(server, "invoice", "trace", "data/2026-12/input-tokens-inference-qwen");

        assertThat(call.exitCode()).isEqualTo(1);
        assertThat(call.out())
                .endsWith("Verdict: disagrees by -123 prompt tokens: that much less was measured than the facts say,"
                        + " at inference/chat, engine VLLM.\n");
    }

    @Test
    void what_was_not_measured_is_not_proved() {
        server.answer(
                PREVIEWS + "/lines/input-tokens-inference-qwen",
                trace(layer("0", "0", true, "NOT_SCRAPED", ""), "UNPROVED"));

        Call call = Call.to(server, "invoice", "trace", "data/2026-12/input-tokens-inference-qwen");

        assertThat(call.exitCode()).isEqualTo(1);
        assertThat(call.out())
                .endsWith("Verdict: not proved: inference/chat, engine VLLM: no counters were read in this window.\n");
    }

    @Test
    void several_sources_that_agree_are_told_together() {
        String one = layer("1000", "0", true, "", "2026-12-01T01:00:00Z");
        server.answer(PREVIEWS + "/lines/input-tokens-inference-qwen", trace(one + "," + one, "AGREES"));

        assertThat(Call.to(server, "invoice", "trace", "data/2026-12/input-tokens-inference-qwen")
                        .out())
                .endsWith("Verdict: agrees: all 2 sources together measured 2000 prompt tokens, as the facts say.\n");
    }

    @Test
    void facts_beyond_what_was_measured_are_counted() {
        server.answer(
                PREVIEWS + "/lines/input-tokens-inference-qwen",
                trace(layer("1000", "0", true, "NOT_SCRAPED", "2026-12-01T00:00:02Z"), "UNPROVED"));

        Call call = Call.to(server, "invoice", "trace", "data/2026-12/input-tokens-inference-qwen");

        assertThat(call.exitCode()).isEqualTo(1);
        assertThat(call.out())
                .contains("\n  1 of 2 facts lies outside what was measured: not covered yet.\n")
                .endsWith("Verdict: not proved: inference/chat, engine VLLM: its counters were read from"
                        + " 2026-12-01T00:00:00Z to 2026-12-01T00:00:02Z, which doesn't cover all facts yet.\n");
    }

    @Test
    void a_line_that_is_none_is_told_where_lines_come_from() {
        Call call = Call.to(server, "invoice", "trace", "data/december/x");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).contains("LINE: got data/december/x").contains("wellfield invoice preview");
    }

    @Test
    void usage_shows_both_tables_in_hours_and_seconds() {
        server.answer("GET /api/v1/usage/cards?tenant=data&from=2026-12-14T10%3A00%3A00Z", """
                {"from": "2026-12-14T10:00:00Z", "to": "2026-12-15T10:00:00Z", "zone": "Asia/Shanghai", "items": [
                 {"tenant": "data", "workload": "etl", "cardModel": "A100-40GB", "plan": "PAY_AS_YOU_GO",
                  "cardSeconds": "5400.5", "running": true, "simulated": true}]}
                """)
                .answer("GET /api/v1/usage/tokens?tenant=data&from=2026-12-14T10%3A00%3A00Z", """
                {"from": "2026-12-14T10:00:00Z", "to": "2026-12-15T10:00:00Z", "items": []}
                """);

        assertThat(Call.to(server, "usage", "--tenant", "data", "--from", "24h"))
                .isEqualTo(new Call(0, """
                Card time from 2026-12-14T10:00:00Z to 2026-12-15T10:00:00Z
                WORKLOAD  CARD MODEL  PLAN           CARD-SECONDS  CARD-HOURS  NOTE
                data/etl  A100-40GB   PAY_AS_YOU_GO        5400.5       1.500  still running, simulated

                Tokens from 2026-12-14T10:00:00Z to 2026-12-15T10:00:00Z
                """, "No tokens.\n"));
    }

    @Test
    void usage_of_a_month_says_in_which_zone_it_is_one() {
        server.answer(
                "GET /api/v1/usage/cards?tenant=data",
                "{\"from\": \"2026-11-30T16:00:00Z\", \"to\": \"2026-12-15T10:00:00Z\", \"zone\": \"Asia/Shanghai\", \"items\": []}");

        assertThat(Call.to(server, "usage", "cards", "--tenant", "data").out())
                .isEqualTo("Card time from 2026-11-30T16:00:00Z to 2026-12-15T10:00:00Z, the month in Asia/Shanghai\n");
    }

    @Test
    void a_day_begins_where_the_tenants_are() {
        server.answer(
                        "GET /api/v1/tenants",
                        "{\"items\": [{\"metadata\": {\"name\": \"data\"}, \"spec\": {\"zone\": \"Asia/Shanghai\"}}]}")
                .answer(
                        "GET /api/v1/usage/cards?from=2026-11-30T16%3A00%3A00Z",
                        "{\"from\": \"2026-11-30T16:00:00Z\", \"to\": \"2026-12-15T10:00:00Z\", \"zone\": \"Asia/Shanghai\", \"items\": []}");

        assertThat(Call.to(server, "usage", "cards", "--from", "2026-12-01").out())
                .isEqualTo("Card time from 2026-11-30T16:00:00Z to 2026-12-15T10:00:00Z, days in Asia/Shanghai\n");
    }

    private static final String DAYS = """
            {"from": "2026-11-30T16:00:00Z", "to": "2026-12-02T16:00:00Z", "zone": "Asia/Shanghai", "bucket": "DAY",
             "starts": ["2026-11-30T16:00:00Z", "2026-12-01T16:00:00Z"], "items": [
              {"from": "2026-11-30T16:00:00Z", "to": "2026-12-01T16:00:00Z", "model": "qwen", "modelOwner": "inference",
               "requests": 3, "failedRequests": 1, "abortedRequests": 0, "estimatedRequests": 0, "promptTokens": 300,
               "cachedTokens": 20, "completionTokens": 45, "simulated": true}]}
            """;
    private static final String DAYS_OF_MODELS = "GET /api/v1/usage/tokens/buckets?tenant=data&bucket=DAY&group=MODEL";

    @Test
    void tokens_by_day_are_days_of_the_account() {
        server.answer(DAYS_OF_MODELS, DAYS);

        assertThat(Call.to(server, "usage", "--by", "day", "--group", "model", "--tenant", "data"))
                .isEqualTo(new Call(0, """
                Tokens by day in Asia/Shanghai, from 2026-11-30T16:00:00Z to 2026-12-02T16:00:00Z
                DAY         MODEL           REQUESTS  FAILED  ABORTED  PROMPT  CACHED  COMPLETION  NOTE
                2026-12-01  inference/qwen         3       1        0     300      20          45  simulated
                """, ""));
    }

    @Test
    void tokens_by_day_are_csv_for_programs() {
        server.answer(DAYS_OF_MODELS, DAYS);

        assertThat(Call.to(server, "usage", "--by", "day", "--group", "model", "--tenant", "data", "-o", "csv")
                        .out())
                .isEqualTo("""
                from,to,tenant,key,model,modelOwner,requests,failedRequests,abortedRequests,estimatedRequests,promptTokens,cachedTokens,completionTokens,simulated
                2026-11-30T16:00:00Z,2026-12-01T16:00:00Z,,,qwen,inference,3,1,0,0,300,20,45,true
                """);
    }

    @Test
    void what_usage_by_time_can_not_be_is_said_at_once() {
        Call call = Call.to(server, "usage", "cards", "--by", "week", "--group", "key");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err())
                .contains("--by", "week", "one of minute, hour, day, month")
                .contains("--group", "key", "one of tenant, model, workload");
        assertThat(Call.to(server, "usage", "--group", "key").err()).contains("only with --by");
    }

    @Test
    void the_operator_sees_all_tenants_with_their_total() {
        server.answer("GET /api/v1/invoice-previews/2026-12", """
            {"month": "2026-12", "items": [
              {"tenant": "data", "month": "2026-12", "zone": "Asia/Shanghai", "priceBook": "list-2026", "lines": [%s],
               "total": {"amount": "47.95", "currency": "CNY"}},
              {"tenant": "training", "month": "2026-12", "zone": "Asia/Shanghai", "priceBook": "list-2026", "lines": [],
               "total": {"amount": "6520.00", "currency": "CNY"}}],
             "totals": [{"amount": "6567.95", "currency": "CNY"}]}
            """.formatted(LINE));

        assertThat(Call.to(server, "invoice", "preview", "--all-tenants", "--month", "2026-12"))
                .isEqualTo(new Call(0, """
                2026-12, each in its tenant's zone, as of now
                TENANT    LINES  PRICE BOOK        TOTAL
                data          1  list-2026     CNY 47.95
                training      0  list-2026   CNY 6520.00
                Total: CNY 6567.95
                """, ""));
        assertThat(Call.to(server, "invoice", "preview", "--all-tenants", "--month", "2026-12", "-o", "csv")
                        .out())
                .contains("\ndata,2026-12,input-tokens-inference-qwen,INPUT_TOKENS,,qwen,0.001234,");
    }

    @Test
    void a_tenants_months_are_listed() {
        server.answer("GET /api/v1/tenants/data/invoice-previews?months=2", """
                {"tenant": "data", "items": [
                  {"month": "2026-12", "lines": 2, "listTotal": {"amount": "60.00", "currency": "CNY"}, "total": {"amount": "47.95", "currency": "CNY"}},
                  {"month": "2026-11", "lines": 0, "listTotal": {"amount": "0.00", "currency": "CNY"}, "total": {"amount": "0.00", "currency": "CNY"}}]}
                """);

        assertThat(Call.to(server, "invoice", "list", "--tenant", "data", "--months", "2", "-o", "csv"))
                .isEqualTo(new Call(0, """
                month,lines,listTotal,total,currency
                2026-12,2,60.00,47.95,CNY
                2026-11,0,0.00,0.00,CNY
                """, ""));
    }

    @Test
    void a_field_of_csv_is_no_formula_to_a_spreadsheet() {
        assertThat(Csv.line(List.of("=1+1", "@a", "-0.5", "-x,y", "plain")))
                .isEqualTo("'=1+1,'@a,-0.5,\"'-x,y\",plain");
    }
}
