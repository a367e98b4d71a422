package dev.wellfield.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WatchTest {
    private static final String ENGINE = """
            {"id": "0199b2f0-0000-7000-8000-000000000001", "name": "engine-down.inference.chat", "rule": "ENGINE_DOWN",
             "severity": "CRITICAL", "state": "FIRING", "tenant": "inference", "value": 45, "threshold": 10,
             "since": "2026-12-15T09:59:15Z", "firedAt": "2026-12-15T09:59:35Z"%s,
             "signal": {"kind": "ENGINE", "tenant": "inference", "workload": "chat", "model": "qwen", "life": "%s",
                        "silentSeconds": 45, "simulated": true}}
            """;
    private static final String QUOTA = """
            {"id": "0199b2f0-0000-7000-8000-000000000002", "name": "quota-high.training.a100.memory",
             "rule": "QUOTA_HIGH", "severity": "WARNING", "state": "PENDING", "tenant": "training", "value": 857,
             "threshold": 800, "since": "2026-12-15T09:52:00Z",
             "signal": {"kind": "QUOTA", "tenant": "training", "pool": "a100", "dimension": "MEMORY", "used": 92160,
                        "limit": 107520, "limitKind": "CEILING", "usedPermille": 857}}
            """;

    private final FakeServer server = new FakeServer();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void alerts_are_told_in_numbers_with_the_next_step() {
        server.answer(
                "GET /api/v1/alerts?state=FIRING%2CPENDING&limit=500",
                "{\"items\": [" + ENGINE.formatted(", \"acknowledgedBy\": \"tina\"", "SILENT") + "," + QUOTA + "]}");

        assertThat(Call.to(server, "alerts")).isEqualTo(new Call(0, """
                ALERT                            STATE    SEVERITY  SINCE  SEEN BY  NOTE       WHAT
                engine-down.inference.chat       FIRING   CRITICAL    45s  tina     simulated  Engine inference/chat hasn't answered for 45 s; `wellfield logs inference/chat`
                quota-high.training.a100.memory  PENDING  WARNING      8m                      training uses 85 % of its ceiling in pool a100: 90 GiB of 105 GiB of device memory; `wellfield get workloads --tenant training`
                """, ""));
    }

    @Test
    void all_alerts_are_those_that_are_over_too_and_none_is_said() {
        server.answer("GET /api/v1/alerts?tenant=data&limit=500", "{\"items\": []}");

        assertThat(Call.to(server, "alerts", "--all", "--tenant", "data")).isEqualTo(new Call(0, "", "No alerts.\n"));
    }

    @Test
    void an_alert_is_acknowledged_by_its_name() {
        server.answer(
                "POST /api/v1/alerts/engine-down.inference.chat/acknowledge",
                ENGINE.formatted(", \"acknowledgedBy\": \"oscar\"", "GONE"));

        assertThat(Call.to(server, "alerts", "ack", "engine-down.inference.chat", "--note", "on it")
                        .out())
                .isEqualTo("""
                engine-down.inference.chat is acknowledged by oscar.
                Engine inference/chat ended 45 s ago, and nobody had cancelled it; `wellfield describe inference/chat`
                """);
    }

    @Test
    void one_alert_is_shown_by_its_name_and_csv_is_stable() {
        server.answer("GET /api/v1/alerts?limit=500", "{\"items\": [" + QUOTA + "]}");

        assertThat(Call.to(server, "get", "alerts", "-o", "csv").out().lines())
                .containsExactly(
                        "name,id,rule,severity,state,tenant,value,threshold,since,firedAt,resolvedAt,acknowledgedBy,acknowledgedAt,acknowledgedNote",
                        "quota-high.training.a100.memory,0199b2f0-0000-7000-8000-000000000002,QUOTA_HIGH,WARNING,PENDING,"
                                + "training,857,800,2026-12-15T09:52:00Z,,,,,");
        assertThat(Call.to(server, "describe", "alert", "quota-high.training.a100.memory")
                        .out())
                .contains("State", "PENDING", "training uses 85 %");
    }

    @Test
    void top_shows_the_most_used_first() {
        server.answer("GET /api/v1/cards", Samples.CARDS)
                .answer("GET /api/v1/signals?kind=QUOTA", """
                        {"items": [
                          {"name": "quota.data.a100.cards", "at": "2026-12-15T10:00:00Z", "signal": {"kind": "QUOTA",
                           "tenant": "data", "pool": "a100", "dimension": "CARDS", "used": 0, "limit": 1000,
                           "limitKind": "CEILING", "usedPermille": 0}},
                          {"name": "quota.training.a100.memory", "at": "2026-12-15T10:00:00Z", "signal": {"kind": "QUOTA",
                           "tenant": "training", "pool": "a100", "dimension": "MEMORY", "used": 92160, "limit": 107520,
                           "limitKind": "GUARANTEE", "usedPermille": 857}}]}
                        """)
                .answer("GET /api/v1/signals?kind=ENGINE", """
                        {"items": [
                          {"name": "engine.inference.chat", "at": "2026-12-15T10:00:00Z", "signal": {"kind": "ENGINE",
                           "tenant": "inference", "workload": "chat", "model": "qwen", "life": "SILENT",
                           "silentSeconds": 300, "simulated": true}}]}
                        """);

        assertThat(Call.to(server, "top", "cards").out()).isEqualTo("""
                CARD        POOL  MEMORY USED    FREE  COMPUTE USED   FREE  NOTE
                server-1/0  a100       35 GiB   5 GiB         100 %    0 %  simulated
                server-1/1  a100       20 GiB  20 GiB          50 %   50 %  simulated
                server-2/0  t4          0 MiB  15 GiB           0 %  100 %  unhealthy
                """);
        assertThat(Call.to(server, "top", "tenants").out()).isEqualTo("""
                TENANT    POOL  DIMENSION    USED       OF                FREE  USED, PERCENT
                training  a100  MEMORY     90 GiB  105 GiB  guaranteed  15 GiB           85 %
                data      a100  CARDS           0        1  at most          1            0 %
                """);
        assertThat(Call.to(server, "top", "engines").out()).isEqualTo("""
                ENGINE          MODEL  STATE           NO ANSWER FOR  NOTE
                inference/chat  qwen   doesn't answer            5 m  simulated
                """);
        assertThat(Call.to(server, "top", "pools").exitCode()).isEqualTo(2);
    }

    @Test
    void watching_shows_it_again_until_it_cannot() {
        server.answer("GET /api/v1/cards", Samples.CARDS).answer("GET /api/v1/cards", 403, """
                {"type": "x", "title": "Not permitted", "status": 403, "code": "permission-missing", "detail": "No."}
                """, Map.of());

        Call call = Call.onTerminal(server, "top", "cards", "--watch");

        assertThat(call.exitCode()).isEqualTo(3);
        assertThat(call.out()).startsWith("\u001b[H\u001b[2J").containsOnlyOnce("server-1/0");
    }

    @Test
    void webhooks_are_listed_with_how_it_went() {
        server.answer("GET /api/v1/webhooks", """
                {"items": [{"apiVersion": "wellfield.dev/v1", "kind": "Webhook", "metadata": {"name": "ops", "version": 1},
                  "spec": {"url": "https://hooks.example.com/w", "events": ["alerts"]},
                  "status": {"pending": 1, "delivered": 12, "failed": 0, "deliveredAt": "2026-12-15T09:57:00Z",
                             "failure": "HTTP 500"}}]}
                """);

        assertThat(Call.to(server, "get", "webhooks").out()).isEqualTo("""
                WEBHOOK  ADDRESS                      TELLS OF  STATE   TO SEND  DELIVERED  GIVEN UP  LAST  FAILURE
                ops      https://hooks.example.com/w  alerts    active        1         12         0    3m  HTTP 500
                """);
    }
}
