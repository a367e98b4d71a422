package dev.wellfield.simulator;

import java.util.List;
import java.util.Set;

/**
 * The web server's metrics, as vLLM has them. Paths that aren't served share the handler "none"; /metrics, /health and
 * the like, and requests refused for their key, aren't counted. Owned by the event loop.
 */
final class HttpCounters {

    private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS");

    private final Counter requests = new Counter("http_requests", "Requests by method, status and handler.");
    private final Summary requestBytes = new Summary("http_request_size_bytes", "Content-Length of requests.");
    private final Summary responseBytes = new Summary("http_response_size_bytes", "Content-Length of responses.");
    private final Histogram fineSeconds =
            new Histogram("http_request_duration_highr_seconds", "Latency of all.", Buckets.HTTP_FINE_SECONDS);
    private final Histogram seconds =
            new Histogram("http_request_duration_seconds", "Latency by handler.", Buckets.HTTP_SECONDS);

    List<Metric> metrics() {
        return List.of(requests, requestBytes, responseBytes, fineSeconds, seconds);
    }

    /** Bytes are those the Content-Length headers tell; 0 where there is none, so for every stream. */
    void served(String handler, String method, int status, long requestSize, long responseSize, double took) {
        String verb = METHODS.contains(method) ? method : "OTHER";
        requests.of(Labels.of("handler", handler, "method", verb, "status", status / 100 + "xx"))
                .add(1);
        requestBytes.of(Labels.of("handler", handler)).observe((double) requestSize);
        responseBytes.of(Labels.of("handler", handler)).observe((double) responseSize);
        fineSeconds.of(Labels.NONE).observe(took);
        seconds.of(Labels.of("handler", handler, "method", verb)).observe(took);
    }
}
