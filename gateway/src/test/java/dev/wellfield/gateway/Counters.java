package dev.wellfield.gateway;

import dev.wellfield.simulator.EngineSimulator;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;

/** What engines themselves have counted, all together. */
record Counters(long prompt, long generation, long successes, long running, long waiting) {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    static Counters of(List<EngineSimulator> engines) throws IOException, InterruptedException {
        Counters sum = new Counters(0, 0, 0, 0, 0);
        for (EngineSimulator engine : engines) {
            String page = CLIENT.send(
                            HttpRequest.newBuilder(URI.create(engine.baseUrl() + "/metrics"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
            sum = new Counters(
                    sum.prompt + sum(page, "vllm:prompt_tokens_total{"),
                    sum.generation + sum(page, "vllm:generation_tokens_total{"),
                    sum.successes + sum(page, "vllm:request_success_total{"),
                    sum.running + sum(page, "vllm:num_requests_running{"),
                    sum.waiting + sum(page, "vllm:num_requests_waiting{"));
        }
        return sum;
    }

    private static long sum(String page, String series) {
        return page.lines()
                .filter(line -> line.startsWith(series))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }
}
