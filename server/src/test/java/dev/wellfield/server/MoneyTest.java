package dev.wellfield.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class MoneyTest {
    private static final RunningServer SERVER = RunningServer.shared();

    private static JsonNode get(String operation, String path, String token) {
        return SERVER.send(operation, "GET", path, token, null).json();
    }

    @Test
    void in_a_window_of_no_length_no_card_is_held() {
        JsonNode usage = get(
                "listCardUsage",
                "/api/v1/usage/cards?from=2026-01-01T00:00:00Z&to=2026-01-01T00:00:00Z",
                SERVER.operator());

        assertThat(usage.get("items")).isEmpty();
    }

    @Test
    void usage_begins_its_month_where_the_invoice_does() {
        JsonNode usage = get("listCardUsage", "/api/v1/usage/cards?tenant=training", SERVER.operator());

        assertThat(usage.get("zone").asString()).isEqualTo("Asia/Shanghai");
        assertThat(Instant.parse(usage.get("from").asString())
                        .atZone(ZoneId.of("Asia/Shanghai"))
                        .toString())
                .contains("-01T00:00+08:00");
    }

    @Test
    void subscriptions_are_those_of_ones_own_tenants() {
        JsonNode all = get("listSubscriptions", "/api/v1/subscriptions", SERVER.operator());
        JsonNode own =
                get("listSubscriptions", "/api/v1/subscriptions", SERVER.tokenFor("tenant-finance", "inference"));

        assertThat(all.get("items").findValuesAsString("name")).contains("three-cards", "two-halves");
        assertThat(own.get("items").findValuesAsString("name")).containsExactly("two-halves");
    }
}
