package dev.wellfield.simulator;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The paths of the engine and who answers them. Owned by the event loop. */
final class Routes {

    /** Bodies beyond this get 413. */
    static final int MOST_BODY_BYTES = 32 * 1024 * 1024;

    private static final List<String> GUARDED = List.of("/v1", "/v2", "/inference", "/cohere");
    private static final Set<String> UNCOUNTED = Set.of("/health", "/ping", "/version", "/load", "/metrics");

    private final Context context;
    private final SimulatorOptions options;
    private final Scheduler scheduler;
    private final CallReader reader;
    private final Tokenization tokenization;
    private final InstantSource clock;
    private final double startedSeconds;
    private final HttpCounters httpCounters = new HttpCounters();
    private final Map<String, Map<String, Consumer<Exchange>>> routes = new TreeMap<>();
    private boolean draining;

    Routes(Context context, SimulatorOptions options, Scheduler scheduler, InstantSource clock) {
        this.context = context;
        this.options = options;
        this.scheduler = scheduler;
        this.clock = clock;
        this.startedSeconds = clock.millis() / 1e3;
        this.reader = new CallReader(options, scheduler::admits);
        this.tokenization = new Tokenization(options, reader);
        route("GET", "/health", exchange -> exchange.empty(200));
        route("GET", "/ping", exchange -> exchange.empty(200));
        route("POST", "/ping", exchange -> exchange.empty(200));
        route("GET", "/version", exchange -> exchange.json(200, Json.object().put("version", "0.32.0")));
        route("GET", "/load", exchange -> exchange.json(200, load()));
        route("GET", "/metrics", exchange -> exchange.text(MetricsPage.CONTENT_TYPE, metrics()));
        route("GET", "/v1/models", exchange -> exchange.json(200, models()));
        route("POST", "/tokenize", withJson((exchange, body) -> answer(exchange, body, tokenization::answer)));
        switch (options.runner()) {
            case GENERATE -> {
                route(
                        "POST",
                        "/v1/chat/completions",
                        withEngine((e, b, f) -> generate(e, f, reader.chat(b), new ChatFormat())));
                route(
                        "POST",
                        "/v1/completions",
                        withEngine((e, b, f) -> generate(e, f, reader.completion(b), new CompletionFormat())));
            }
            case POOLING -> route("POST", "/v1/embeddings", withEngine(this::embed));
        }
    }

    private void route(String method, String path, Consumer<Exchange> handler) {
        routes.computeIfAbsent(path, p -> new TreeMap<>()).put(method, handler);
    }

    /** From now on new requests for the engine are refused; health stays good, as in vLLM. */
    void drain() {
        draining = true;
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
            guarded(exchange, () -> handler.accept(exchange));
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

    /** A bug in here costs one answer, not the connection's others. */
    private static void guarded(Exchange exchange, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            exchange.error(ApiError.internal(e));
        }
    }

    private static Consumer<Exchange> withJson(BiConsumer<Exchange, ObjectNode> handler) {
        return exchange -> body(exchange, bytes -> {
            switch (JsonBody.read(exchange.request().getHeader("content-type"), bytes)) {
                case Outcome.Accepted<ObjectNode>(ObjectNode json) -> handler.accept(exchange, json);
                case Outcome.Refused<ObjectNode>(ApiError error) -> exchange.error(error);
            }
        });
    }

    /** The same, after the faults that come before the engine and unless it drains. */
    private Consumer<Exchange> withEngine(EngineHandler handler) {
        return exchange -> {
            Faults faults;
            try {
                faults = Faults.of(exchange.request().headers());
            } catch (IllegalArgumentException e) {
                exchange.error(ApiError.badRequest(String.valueOf(e.getMessage())));
                return;
            }
            if (faults.has(Fault.HANG)) {
                return;
            }
            if (faults.has(Fault.ERROR)) {
                faults.number(Fault.RETRY_AFTER)
                        .ifPresent(s -> exchange.response().putHeader("retry-after", Integer.toString(s)));
                exchange.error(ApiError.simulated(faults.number(Fault.ERROR).getAsInt()));
                return;
            }
            withJson((served, json) -> {
                        if (draining) {
                            served.error(ApiError.draining());
                        } else {
                            handler.handle(served, json, faults);
                        }
                    })
                    .accept(exchange);
        };
    }

    private interface EngineHandler {
        void handle(Exchange exchange, ObjectNode body, Faults faults);
    }

    private static void body(Exchange exchange, Consumer<Buffer> then) {
        HttpServerRequest request = exchange.request();
        Buffer bytes = Buffer.buffer();
        request.handler(part -> {
            if (bytes.length() + (long) part.length() <= MOST_BODY_BYTES) {
                bytes.appendBuffer(part);
            } else if (!exchange.response().ended()) {
                exchange.response().putHeader("connection", "close");
                exchange.error(ApiError.bodyTooLarge(MOST_BODY_BYTES));
            }
        });
        request.endHandler(v -> {
            if (!exchange.response().ended()) {
                guarded(exchange, () -> then.accept(bytes));
            }
        });
    }

    private static void answer(Exchange exchange, ObjectNode body, Function<ObjectNode, Outcome<ObjectNode>> work) {
        switch (work.apply(body)) {
            case Outcome.Accepted<ObjectNode>(ObjectNode answer) -> exchange.json(200, answer);
            case Outcome.Refused<ObjectNode>(ApiError error) -> exchange.error(error);
        }
    }

    private void generate(Exchange exchange, Faults faults, Outcome<GenerationCall> outcome, AnswerFormat format) {
        switch (outcome) {
            case Outcome.Refused<GenerationCall>(ApiError error) -> exchange.error(error);
            case Outcome.Accepted<GenerationCall>(GenerationCall call) -> {
                Head head = head(format.idPrefix(), exchange);
                boolean details = options.enablePromptTokensDetails();
                Reply reply = call.stream()
                        ? new StreamReply(
                                exchange,
                                call,
                                format,
                                head,
                                scheduler,
                                faults,
                                new EventStream(context, exchange.response(), faults),
                                details)
                        : new UnaryReply(exchange, call, format, head, scheduler, faults, details);
                reply.begin(Pace.of(options, faults));
            }
        }
    }

    private void embed(Exchange exchange, ObjectNode body, Faults faults) {
        switch (reader.embedding(body)) {
            case Outcome.Refused<EmbeddingCall>(ApiError error) -> exchange.error(error);
            case Outcome.Accepted<EmbeddingCall>(EmbeddingCall call) ->
                new EmbeddingReply(exchange, call, head("embd-", exchange), scheduler).begin(Pace.of(options, faults));
        }
    }

    private Head head(String prefix, Exchange exchange) {
        return new Head(prefix + exchange.id(), clock.instant().getEpochSecond(), options.model());
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
