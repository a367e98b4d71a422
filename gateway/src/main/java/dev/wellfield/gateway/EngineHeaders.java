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

    /** What lets us in. */
    static Map<String, String> authorization(Engine engine) {
        String key = engine.endpoint().key();
        return key == null ? Map.of() : Map.of("authorization", "Bearer " + key);
    }

    static Map<String, String> of(HttpServerRequest request, UUID id, Engine engine) {
        Map<String, String> headers = new HashMap<>(authorization(engine));
        headers.put("x-request-id", id.toString());
        if (!engine.dialect().takesFaults()) {
            return headers;
        }
        request.headers().forEach((name, value) -> {
            if (name.toLowerCase(Locale.ROOT).startsWith(FAULT)) {
                headers.put(name, value);
            }
        });
        return headers;
    }
}
