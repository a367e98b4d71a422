package dev.wellfield.cli.client;

import dev.wellfield.cli.show.Json;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** A good answer of the server. */
public final class Answer {
    private final HttpResponse<byte[]> response;

    Answer(HttpResponse<byte[]> response) {
        this.response = response;
    }

    /** The body as text. */
    public String text() {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    /** The body as JSON. */
    public JsonNode json() {
        try {
            return Json.parse(response.body());
        } catch (JacksonException e) {
            throw Failure.of(
                    ExitCode.FAILED,
                    response.uri() + " answered, but not with JSON: it doesn't look like a Wellfield server.",
                    "Check the address: `wellfield context show` says which one is used.");
        }
    }

    public Optional<String> header(String name) {
        return response.headers().firstValue(name);
    }
}
