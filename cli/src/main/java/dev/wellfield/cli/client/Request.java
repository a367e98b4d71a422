package dev.wellfield.cli.client;

import dev.wellfield.cli.show.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One request.
 *
 * @param body null where there is none
 */
record Request(
        String method,
        ApiPath path,
        Map<String, String> headers,
        @Nullable JsonNode body) {
    Request {
        headers = Map.copyOf(headers);
    }

    static Request of(String method, ApiPath path) {
        return new Request(method, path, Map.of(), null);
    }

    byte[] bytes() {
        return body == null ? new byte[0] : Json.bytes(body);
    }

    /** Whether doing it twice is the same as doing it once. */
    boolean repeatable() {
        return method.equals("GET") || headers.containsKey("Idempotency-Key");
    }
}
