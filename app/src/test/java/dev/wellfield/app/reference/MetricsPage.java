package dev.wellfield.app.reference;

import static dev.wellfield.app.reference.Markdown.code;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Every metric that a server with a gateway answers with. */
public final class MetricsPage {
    private static final Pattern HEAD = Pattern.compile("# (HELP|TYPE) (\\S+) (.*)");
    private static final Pattern SAMPLE = Pattern.compile("([a-z_]+)\\{([^}]*)} .*");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=");

    private static final String ENGINE = "endpoint, tenant, workload, simulated";
    private static final String SERVED = "model_owner, model, simulated";

    /** Labels by metric; those that aren't here have none. */
    private static final Map<String, String> LABELS = Map.ofEntries(
            Map.entry("wellfield_cards", "pool, model, healthy, simulated"),
            Map.entry("wellfield_held_memory_mebibytes", "tenant, node, card, simulated"),
            Map.entry("wellfield_workloads", "tenant, phase"),
            Map.entry("wellfield_alerts", "rule, severity, tenant, state, simulated"),
            Map.entry("wellfield_webhook_deliveries", "webhook, state"),
            Map.entry("wellfield_gateway_requests_total", SERVED + ", call, outcome"),
            Map.entry("wellfield_gateway_tokens_total", SERVED + ", kind"),
            Map.entry("wellfield_gateway_time_to_first_token_seconds", SERVED),
            Map.entry("wellfield_gateway_refused_total", "code"),
            Map.entry("wellfield_gateway_limited_total", "tenant, scope, limit"),
            Map.entry("wellfield_gateway_queue_length", "model_owner, model"),
            Map.entry("wellfield_gateway_engine_ready", ENGINE),
            Map.entry("wellfield_gateway_engine_requests_in_flight", ENGINE));

    private MetricsPage() {}

    /** @param metrics the answer of {@code /metrics} */
    public static String of(String metrics) {
        Markdown page = Markdown.page("Metrics", "the answer of /metrics", """
                `GET /metrics` of the server in Prometheus' text format, with a token that has `metrics.read` (the operator
                has). What is simulated carries `simulated="true"`. How to scrape it: [monitoring.md](../guides/monitoring.md).
                """);
        Map<String, Map<String, String>> heads = new TreeMap<>();
        metrics.lines().forEach(line -> {
            Matcher head = HEAD.matcher(line);
            if (head.matches()) {
                heads.computeIfAbsent(head.group(2), name -> new HashMap<>()).put(head.group(1), head.group(3));
            }
            Matcher sample = SAMPLE.matcher(line);
            if (sample.matches()) {
                require(sample.group(1), sample.group(2));
            }
        });
        List<List<String>> rows = new ArrayList<>();
        heads.forEach((name, head) -> rows.add(List.of(
                code(name),
                head.getOrDefault("TYPE", ""),
                LABELS.getOrDefault(name, ""),
                head.getOrDefault("HELP", ""))));
        return page.table(List.of("name", "type", "labels", "meaning"), rows).toString();
    }

    private static void require(String sample, String labels) {
        String name = sample.replaceAll("_(bucket|sum|count)$", "");
        List<String> expected = List.of(LABELS.getOrDefault(name, "").split(", "));
        TreeSet<String> there = new TreeSet<>();
        LABEL.matcher(labels).results().forEach(it -> there.add(it.group(1)));
        there.remove("le");
        if (!there.isEmpty() && !there.equals(new TreeSet<>(expected))) {
            throw new AssertionError("MetricsPage.LABELS says " + expected + " of " + name + ", which has " + there);
        }
    }
}
