package dev.wellfield.cli.client;

import dev.wellfield.cli.show.Json;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** An answer of the server. */
public final class Answer {
    private final String url;
    private final int status;
    private final Map<String, String> headers;
    private final byte[] body;

    /** @param headers by their names in lower case */
    Answer(String url, int status, Map<String, String> headers, byte[] body) {
        this.url = url;
        this.status = status;
        this.headers = Map.copyOf(headers);
        this.body = body;
    }

    int status() {
        return status;
    }

    byte[] body() {
        return body;
    }

    /** The body as text. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** The body as JSON. */
    public JsonNode json() {
        try {
            return Json.parse(body);
        } catch (JacksonException e) {
            throw Failure.of(
                    ExitCode.FAILED,
                    url + " answered, but not with JSON: it doesn't look like a Wellfield server.",
                    "Check the address: `wellfield context show` says which one is used.");
        }
    }

    /** @param name in lower case */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }
}
