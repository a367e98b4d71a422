package dev.wellfield.gateway;

import dev.wellfield.core.serving.Allowances.Measure;
import dev.wellfield.core.serving.Allowances.Scope;
import dev.wellfield.core.serving.Call;
import dev.wellfield.core.serving.CallKind;
import dev.wellfield.core.serving.Outcome;
import dev.wellfield.core.serving.TokenCount;
import dev.wellfield.core.serving.UsageRecord;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts what happens. Any thread may call it. Labels come from the view and from us, never from a caller. */
final class Metrics {
    private static final double[] SECONDS = {
        0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160, 640
    };

    private final Map<Ended, LongAdder> ended = new ConcurrentHashMap<>();
    private final Map<Kind, LongAdder> tokens = new ConcurrentHashMap<>();
    private final Map<Served, Histogram> firstToken = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> refused = new ConcurrentHashMap<>();
    private final Map<Limited, LongAdder> limited = new ConcurrentHashMap<>();
    private final LongAdder abandoned = new LongAdder();
    private final LongAdder retried = new LongAdder();

    /** Whose model it was, and whether the engine was simulated. */
    private record Served(String owner, String model, boolean simulated) {
        static Served of(UsageRecord record) {
            return new Served(record.modelOwner(), record.model(), record.simulated());
        }

        Map<String, String> labels() {
            Map<String, String> labels = new LinkedHashMap<>();
            labels.put("model_owner", owner);
            labels.put("model", model);
            labels.put("simulated", Boolean.toString(simulated));
            return labels;
        }

        Map<String, String> labels(String name, String value) {
            Map<String, String> labels = labels();
            labels.put(name, value);
            return Collections.unmodifiableMap(labels);
        }
    }

    private record Ended(Served served, CallKind kind, Outcome outcome) {
        Map<String, String> labels() {
            Map<String, String> labels = served.labels();
            labels.put("call", kind.scope().wireName());
            labels.put("outcome", outcome.name());
            return labels;
        }
    }

    /** Whose limit of what. */
    private record Limited(String tenant, Scope scope, Measure measure) {
        Map<String, String> labels() {
            Map<String, String> labels = new LinkedHashMap<>();
            labels.put("tenant", tenant);
            labels.put("scope", scope.name().toLowerCase(Locale.ROOT));
            labels.put("limit", measure.name().toLowerCase(Locale.ROOT));
            return labels;
        }
    }

    private record Kind(Served served, String kind) {}

    void settled(UsageRecord record, CallKind kind) {
        Served served = Served.of(record);
        ended.computeIfAbsent(new Ended(served, kind, record.outcome()), key -> new LongAdder())
                .increment();
        TokenCount count = record.tokens();
        add(served, "prompt", count.prompt());
        add(served, "cached", count.cached());
        add(served, "completion", count.completion());
    }

    private void add(Served served, String kind, long count) {
        tokens.computeIfAbsent(new Kind(served, kind), key -> new LongAdder()).add(count);
    }

    /** @param nanos from the request's arrival */
    void firstToken(Call call, boolean simulated, long nanos) {
        firstToken
                .computeIfAbsent(new Served(call.modelOwner(), call.model(), simulated), key -> new Histogram(SECONDS))
                .observe(nanos / 1e9);
    }

    /** A request was turned away before it reached an engine. */
    void refused(OpenAiError error) {
        String code = error.code() == null ? Integer.toString(error.status()) : error.code();
        refused.computeIfAbsent(code, key -> new LongAdder()).increment();
    }

    /** A limit of a key or of a tenant turned a request away. */
    void limited(String tenant, Scope scope, Measure measure) {
        limited.computeIfAbsent(new Limited(tenant, scope, measure), key -> new LongAdder())
                .increment();
    }

    /** A caller left before its request reached an engine. */
    void abandoned() {
        abandoned.increment();
    }

    void retried() {
        retried.increment();
    }

    void write(MetricsText text) {
        String requests = "wellfield_gateway_requests_total";
        text.head(requests, "counter", "Requests that reached an engine, by what they asked for and how they ended.");
        ended.forEach((key, count) -> text.sample(requests, key.labels(), count.sum()));
        String tokenName = "wellfield_gateway_tokens_total";
        text.head(tokenName, "counter", "Tokens of settled requests; cached ones are among those of the prompt.");
        tokens.forEach((key, count) -> text.sample(tokenName, key.served().labels("kind", key.kind()), count.sum()));
        String ttft = "wellfield_gateway_time_to_first_token_seconds";
        text.head(ttft, "histogram", "From a request's arrival to the first piece of its answer.");
        firstToken.forEach((served, histogram) -> histogram.write(text, ttft, served.labels()));
        String refusals = "wellfield_gateway_refused_total";
        text.head(refusals, "counter", "Requests turned away before they reached an engine, by the error's code.");
        refused.forEach((code, count) -> text.sample(refusals, Map.of("code", code), count.sum()));
        String limits = "wellfield_gateway_limited_total";
        text.head(limits, "counter", "Requests turned away by a limit, by whose limit of what it was.");
        limited.forEach((key, count) -> text.sample(limits, key.labels(), count.sum()));
        text.single(
                "wellfield_gateway_abandoned_total",
                "counter",
                "Requests whose caller left before they reached an engine.",
                abandoned.sum());
        text.single(
                "wellfield_gateway_retries_total",
                "counter",
                "Requests sent again, because an engine failed before it answered.",
                retried.sum());
    }
}
