package dev.wellfield.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MetricsTest {
    @TempDir
    Path data;

    @Test
    void the_page_is_in_prometheus_format_and_counts_what_has_happened() throws Exception {
        try (House house = new House(data).engine("--tokens-per-second", "1000").start();
                Caller caller = house.caller()) {
            caller.chat(house.key.text(), Bodies.stream(5)).answer();
            caller.chat(house.key.text(), Bodies.whole(7)).answer();
            caller.chat("nobody", Bodies.whole(7)).answer();
            house.records(2);

            String labels = "{model_owner=\"platform\",model=\"chat\",simulated=\"true\"";
            assertThat(house.metric(
                            "wellfield_gateway_requests_total" + labels + ",call=\"chat\",outcome=\"COMPLETED\"}"))
                    .isEqualTo(2);
            assertThat(house.metric("wellfield_gateway_tokens_total" + labels + ",kind=\"completion\"}"))
                    .isEqualTo(12);
            assertThat(house.metric("wellfield_gateway_tokens_total" + labels + ",kind=\"prompt\"}"))
                    .isEqualTo(22);
            assertThat(house.metric("wellfield_gateway_time_to_first_token_seconds_count" + labels + "}"))
                    .isEqualTo(2);
            assertThat(house.metric("wellfield_gateway_time_to_first_token_seconds_bucket" + labels + ",le=\"+Inf\"}"))
                    .isEqualTo(2);
            assertThat(house.metric("wellfield_gateway_refused_total{code=\"invalid_api_key\"}"))
                    .isEqualTo(1);
            assertThat(house.metric("wellfield_gateway_journal_shipped_total")).isEqualTo(2);
            isWellFormed(house.gateway().metricsText());
        }
    }

    private static void isWellFormed(String page) {
        Set<String> declared = new HashSet<>();
        assertThat(page).endsWith("\n");
        page.lines().forEach(line -> {
            if (line.startsWith("# TYPE ")) {
                assertThat(declared.add(line.split(" ")[2])).as(line).isTrue();
            } else if (!line.startsWith("#")) {
                assertThat(line).matches("[a-z_]+(\\{([a-z_]+=\"[^\"]*\",?)+})? [-+0-9.Einf]+");
                String name = line.replaceAll("[{ ].*", "").replaceAll("_(bucket|sum|count)$", "");
                assertThat(declared).as(line).contains(name);
            }
        });
    }
}
