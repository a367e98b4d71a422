package dev.wellfield.simulator;

import tools.jackson.databind.node.ObjectNode;

/** Tokens of a request: each prompt once, all its answers together. */
record Usage(int promptTokens, int completionTokens, int cachedTokens) {

    ObjectNode json() {
        return Json.object()
                .put("prompt_tokens", promptTokens)
                .put("total_tokens", promptTokens + completionTokens)
                .put("completion_tokens", completionTokens);
    }
}
