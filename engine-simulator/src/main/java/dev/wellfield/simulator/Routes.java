package dev.wellfield.simulator;

import io.vertx.core.Context;
import io.vertx.core.http.HttpServerRequest;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The paths of the engine and who answers them. Owned by the event loop. */
final class Routes {

    private static final List<String> GUARDED = List.of("/v1", "/v2", "/inference", "/cohere");
    private static final Set<String> UNCOUNTED = Set.of("/health", "/ping", "/version", "/load", "/metrics");

    private final SimulatorOptions options;
    private final Scheduler scheduler;
    private final EnginePaths engine;
    private final InstantSource clock;
    private final double startedSeconds;
    private final HttpCounters httpCounters = new HttpCounters();
    private final Map<String, Map<String, Consumer<Exchange>>> routes = new TreeMap<>();

    Routes(Context context, SimulatorOptions options, Scheduler scheduler, InstantSource clock) {
        this.options = options;
        this.scheduler = scheduler;
        this.clock = clock;
        this.startedSeconds = clock.millis() / 1e3;
        CallReader reader = new CallReader(options, scheduler::admits);
        this.engine = new EnginePaths(context, options, scheduler, reader, clock);
        route("GET", "/health", exchange -> exchange.empty(200));
        route("GET", "/ping", exchange -> exchange.empty(200));
        route("POST", "/ping", exchange -> exchange.empty(200));
        route("GET", "/version", exchange -> exchange.json(200, Json.object().put("version", "0.32.0")));
        route("GET", "/load", exchange -> exchange.json(200, load()));
        route("GET", "/metrics", exchange -> exchange.text(MetricsPage.CONTENT_TYPE, metrics()));
        route("GET", "/v1/models", exchange -> exchange.json(200, models()));
        Tokenization tokenization = new Tokenization(options, reader);
        route(
                "POST",
                "/tokenize",
                exchange -> exchange.onJson(
                        body -> exchange.answer(tokenization.answer(body), json -> exchange.json(200, json))));
        switch (options.runner()) {
            case GENERATE -> {
                route("POST", "/v1/chat/completions", engine::chat);
                route("POST", "/v1/completions", engine::completion);
            }
            case POOLING -> route("POST", "/v1/embeddings", engine::embedding);
        }
    }

    private void route(String method, String path, Consumer<Exchange> handler) {
        routes.computeIfAbsent(path, p -> new TreeMap<>()).put(method, handler);
    }

    /** From now on new requests for the engine are refused; health stays good, as in vLLM. */
    void drain() {
        engine.drain();
    }

    void handle(HttpServerRequest request) {
        Exchange exchange = new Exchange(request, options);
        String path = request.path() == null ? "" : request.path();
        String method = request.method().name();
        if (isGuarded(path)
                && !method.equals("OPTIONS")
                && options.apiKey() != null
                && !options.apiKey().opens(request.getHeader("authorization"))) {
            exchange.json(401, Json.object().put("error", "Unauthorized"));
            return;
        }
        Map<String, Consumer<Exchange>> methods = routes.getOrDefault(path, Map.of());
        if (!UNCOUNTED.contains(path)) {
            exchange.count(httpCounters, methods.isEmpty() ? "none" : path);
        }
        Consumer<Exchange> handler = methods.get(method);
        if (handler != null) {
            exchange.guarded(() -> handler.accept(exchange));
        } else if (methods.isEmpty()) {
            exchange.json(404, Json.object().put("detail", "Not Found"));
        } else {
            exchange.response().putHeader("allow", String.join(", ", methods.keySet()));
            exchange.json(405, Json.object().put("detail", "Method Not Allowed"));
        }
    }

    private static boolean isGuarded(String path) {
        return GUARDED.stream().anyMatch(path::startsWith);
    }

    private ObjectNode load() {
        return Json.object().put("server_load", scheduler.running() + scheduler.waiting());
    }

    private ObjectNode models() {
        ArrayNode data = Json.array();
        long now = clock.instant().getEpochSecond();
        for (String name : options.models()) {
            data.add(ModelCard.json(name, options.maxModelLen(), now));
        }
        ObjectNode list = Json.object().put("object", "list");
        list.set("data", data);
        return list;
    }

    private String metrics() {
        MetricsPage page = new MetricsPage();
        new Gauge("process_start_time_seconds", "When this engine started, in seconds since 1970.")
                .with(Labels.NONE, () -> startedSeconds)
                .write(page, startedSeconds);
        for (List<Metric> metrics : List.of(scheduler.counters().metrics(), httpCounters.metrics())) {
            metrics.forEach(metric -> metric.write(page, startedSeconds));
        }
        return page.toString();
    }
}
