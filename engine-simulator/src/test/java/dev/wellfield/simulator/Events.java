package dev.wellfield.simulator;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The data of a stream's events. */
record Events(List<String> data) {

    /** Events as a client cuts them: lines, an empty one after each event, comments left out. */
    static Events of(String body) {
        List<String> data = new ArrayList<>();
        for (String line : body.split("\r\n|\n")) {
            if (line.startsWith("data: ")) {
                data.add(line.substring("data: ".length()));
            }
        }
        return new Events(data);
    }

    /** All but [DONE]. */
    List<JsonNode> json() {
        return data.stream()
                .filter(text -> !text.equals("[DONE]"))
                .map(text -> Json.parse(text.getBytes(StandardCharsets.UTF_8)))
                .toList();
    }

    boolean isDone() {
        return data.getLast().equals("[DONE]");
    }

    /** Chunks that carry text of a choice, the role chunk left out. */
    List<JsonNode> tokens() {
        return json().stream()
                .filter(chunk -> !chunk.path("choices").isEmpty())
                .filter(chunk -> !chunk.at("/choices/0/delta").has("role"))
                .toList();
    }

    String text(int choice) {
        StringBuilder text = new StringBuilder();
        for (JsonNode chunk : tokens()) {
            if (chunk.at("/choices/0/index").intValue() == choice) {
                text.append(chunk.at("/choices/0/delta/content").asString(""));
                text.append(chunk.at("/choices/0/text").asString(""));
            }
        }
        return text.toString();
    }
}
