package dev.wellfield.simulator;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * An exchange captured from vLLM 0.32.0: the request as it was sent, the response as it came, and every counter that
 * moved.
 */
record Sample(String name, String method, String path, List<String> headers, String body, int status, String response) {

    static Sample load(String name) {
        String request = text(name + ".request.txt");
        int blank = request.indexOf("\n\n");
        String[] head = request.substring(0, blank).split("\n");
        String[] first = head[0].split(" ");
        List<String> headers = Stream.of(head)
                .skip(1)
                .filter(line ->
                        !line.startsWith("Host") && !line.startsWith("Content-") && !line.startsWith("Connection"))
                .toList();
        HttpText response = response(name + ".response.raw");
        try {
            // Captured bodies were cleaned of a path afterwards, so their length isn't always what the head says.
            String text = response.header("transfer-encoding").isPresent() ? response.body() : response.rest();
            return new Sample(name, first[0], first[1], headers, request.substring(blank + 2), response.status(), text);
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }

    static HttpText response(String file) {
        try {
            return new HttpText(new ByteArrayInputStream(bytes(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(file, e);
        }
    }

    static String text(String file) {
        return HttpText.text(bytes(file)).replace("\r\n", "\n");
    }

    private static byte[] bytes(String file) {
        try (InputStream in = Sample.class.getResourceAsStream("/vllm-0.32.0/" + file)) {
            return Optional.ofNullable(in)
                    .orElseThrow(() -> new IllegalArgumentException("no sample " + file))
                    .readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(file, e);
        }
    }

    /** Counters that moved, by their names and labels; without sums of seconds, which depend on the machine. */
    Map<String, Double> moved() {
        return moved(name);
    }

    static Map<String, Double> moved(String name) {
        Map<String, Double> moved = new TreeMap<>();
        JsonNode delta = Engine.json(text(name + ".delta.json"));
        delta.forEachEntry((key, value) -> moved.put(key, value.doubleValue()));
        moved.keySet().removeIf(key -> key.contains("seconds_sum"));
        return moved;
    }

    boolean isStream() {
        return response.startsWith("data: ");
    }
}
