package dev.wellfield.server.rest;

import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** What an operation answers. Headers are those beyond content type, length and what every answer carries. */
public sealed interface Reply {
    /** A JSON document. */
    record Json(int status, JsonNode body, Map<String, String> headers) implements Reply {
        public Json {
            headers = Map.copyOf(headers);
        }

        /** The same with one more header. */
        public Json with(String name, String value) {
            return new Json(status, body, plus(headers, name, value));
        }

        /** The same with the ETag of {@code version}. */
        public Json withVersion(long version) {
            return with("ETag", Version.quoted(version));
        }
    }

    /** Text of any kind, sent as UTF-8. */
    record Text(int status, String contentType, String text, Map<String, String> headers) implements Reply {
        public Text {
            headers = Map.copyOf(headers);
        }

        public Text with(String name, String value) {
            return new Text(status, contentType, text, plus(headers, name, value));
        }
    }

    /** No body. */
    record Empty(int status, Map<String, String> headers) implements Reply {
        public Empty {
            headers = Map.copyOf(headers);
        }

        public Empty with(String name, String value) {
            return new Empty(status, plus(headers, name, value));
        }
    }

    /** A stream of server-sent events. */
    record Events(EventSource source) implements Reply {}

    static Json ok(JsonNode body) {
        return new Json(200, body, Map.of());
    }

    static Json created(JsonNode body) {
        return new Json(201, body, Map.of());
    }

    static Json accepted(JsonNode body) {
        return new Json(202, body, Map.of());
    }

    static Empty noContent() {
        return new Empty(204, Map.of());
    }

    static Text plain(String text) {
        return new Text(200, "text/plain; charset=utf-8", text, Map.of());
    }

    static Events events(EventSource source) {
        return new Events(source);
    }

    private static Map<String, String> plus(Map<String, String> headers, String name, String value) {
        Map<String, String> more = new TreeMap<>(headers);
        more.put(name, value);
        return more;
    }
}
