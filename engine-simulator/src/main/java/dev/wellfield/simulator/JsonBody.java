package dev.wellfield.simulator;

import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON object of a request, or what is wrong with it. */
final class JsonBody {

    private JsonBody() {}

    static Outcome<ObjectNode> read(@Nullable String contentType, Buffer body) {
        if (contentType == null || !mediaType(contentType).equals("application/json")) {
            return Outcome.refuse(ApiError.invalid(
                    List.of(new Violation(null, "Unsupported Media Type: Only 'application/json' is allowed"))));
        }
        if (body.length() == 0) {
            return invalid(Violation.of("missing", "body", "Field required", "'None'"));
        }
        JsonNode node;
        try {
            node = Json.parse(body.getBytes());
        } catch (JacksonException e) {
            return invalid(notJson(e));
        }
        if (node instanceof ObjectNode object) {
            return Outcome.of(object);
        }
        return invalid(Violation.of(
                "model_attributes_type",
                "body",
                "Input should be a valid dictionary or object to extract fields from",
                Fields.describe(node)));
    }

    private static String mediaType(String contentType) {
        return contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }

    private static Violation notJson(JacksonException e) {
        long offset = e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getByteOffset());
        String location = "body." + offset;
        return new Violation(
                location,
                "{'type': 'json_invalid', 'loc': '%s', 'msg': 'JSON decode error', 'input': '<dict of 0 items>', 'ctx': {'error': '%s'}}"
                        .formatted(location, e.getOriginalMessage().replace('\'', '"')));
    }

    private static Outcome<ObjectNode> invalid(Violation violation) {
        return Outcome.refuse(ApiError.invalid(List.of(violation)));
    }
}
