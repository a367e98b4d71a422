package dev.wellfield.server.rest;

import io.vertx.core.MultiMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a request says before its body, copied on the event loop so that the request's thread may read it.
 *
 * @param path decoded path parameters by name
 * @param query the raw query string; null where there is none
 * @param headers by name, whatever its case
 * @param cookies values of the session cookie
 */
record RequestHead(
        String id,
        String method,
        Map<String, String> path,
        @Nullable String query,
        MultiMap headers,
        List<String> cookies,
        String remoteAddress) {
    @Nullable
    String header(String name) {
        return headers.get(name);
    }
}
