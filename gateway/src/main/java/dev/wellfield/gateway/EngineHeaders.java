package dev.wellfield.gateway;

import io.vertx.core.http.HttpServerRequest;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/**
 * The headers that an engine gets: ours, none of the caller's, among which are its key and what would give it priority. A
 * simulated engine also gets the faults that the caller wants to see.
 */
final class EngineHeaders {
    private static final String FAULT = "x-simulate-";

    private EngineHeaders() {}

    static Map<String, String> of(HttpServerRequest request, UUID id, Engine engine) {
        if (!engine.dialect().takesFaults()) {
            return Map.of("x-request-id", id.toString());
        }
        Map<String, String> headers = new HashMap<>();
        headers.put("x-request-id", id.toString());
        request.headers().forEach((name, value) -> {
            if (name.toLowerCase(Locale.ROOT).startsWith(FAULT)) {
                headers.put(name, value);
            }
        });
        return headers;
    }
}
