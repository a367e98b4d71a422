package dev.wellfield.e2e;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/** An engine simulator that serves a model of the example, and calls to it. */
final class Models {
    static final String MODEL = "qwen2.5-7b-instruct";
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private Models() {}

    /** Returns once it takes requests. */
    static void serve(Installation installation, Map<String, String> environment, String name, String... flags) {
        String[] command = {
            "submit",
            name,
            "--tenant",
            "inference",
            "--serves",
            MODEL,
            "--engine",
            "SIMULATOR",
            "--memory",
            "20GiB",
            "--compute",
            "50%",
            "--",
            "wellfield",
            "engine-simulator",
            "--model",
            MODEL
        };
        String[] all = new String[command.length + flags.length];
        System.arraycopy(command, 0, all, 0, command.length);
        System.arraycopy(flags, 0, all, command.length, flags.length);
        installation.cli(environment, all).ok();
        await().atMost(Duration.ofSeconds(120)).until(() -> {
            for (var endpoint : installation.get("/api/v1/endpoints").get("items")) {
                if (endpoint.path("workload").asString("").endsWith(name)
                        && endpoint.path("ready").asBoolean(false)) {
                    return true;
                }
            }
            return false;
        });
    }

    /** The status alone. */
    static int status(Installation installation, String key) {
        return call(installation, key, 12).statusCode();
    }

    /** A call in one piece. */
    static HttpResponse<String> call(Installation installation, String key, int maxTokens) {
        return send(
                request(installation, key, maxTokens, false),
                HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    /** A call whose answer is still under way. */
    static HttpResponse<InputStream> stream(Installation installation, String key, int maxTokens) {
        return send(request(installation, key, maxTokens, true), HttpResponse.BodyHandlers.ofInputStream());
    }

    static HttpResponse<String> get(String url) {
        return send(
                HttpRequest.newBuilder(URI.create(url))
                        .timeout(Duration.ofSeconds(40))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest request(Installation installation, String key, int maxTokens, boolean stream) {
        return HttpRequest.newBuilder(URI.create(installation.gatewayUrl() + "/v1/chat/completions"))
                .timeout(Duration.ofSeconds(60))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("""
                        {"model": "%s", "max_tokens": %d, "stream": %s, "ignore_eos": true,
                         "messages": [{"role": "user", "content": "Tell me about fields."}]}""".formatted(MODEL, maxTokens, stream)))
                .build();
    }

    private static <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        try {
            return CLIENT.send(request, handler);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
