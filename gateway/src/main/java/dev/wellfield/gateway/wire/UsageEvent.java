package dev.wellfield.gateway.wire;

import dev.wellfield.core.serving.TokenCount;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The last event of a stream whose caller wants to know its usage: no choices, and the usage of all of them. */
final class UsageEvent {
    private static final List<String> HEAD = List.of("id", "object", "created", "model", "system_fingerprint");

    private UsageEvent() {}

    /** @param first an event of the same stream, whose head this one shares */
    static byte[] of(byte[] first, TokenCount total) {
        JsonNode before = Json.mapper().readTree(first);
        ObjectNode event = Json.mapper().createObjectNode();
        HEAD.stream().filter(before::has).forEach(member -> event.set(member, before.get(member)));
        event.putArray("choices");
        ObjectNode usage = event.putObject("usage")
                .put("prompt_tokens", total.prompt())
                .put("completion_tokens", total.completion())
                .put("total_tokens", total.prompt() + total.completion());
        usage.putObject("prompt_tokens_details").put("cached_tokens", total.cached());
        return Json.write(event);
    }
}
