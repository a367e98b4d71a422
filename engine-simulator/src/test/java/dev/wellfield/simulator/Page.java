package dev.wellfield.simulator;

import java.util.Map;
import java.util.TreeMap;

/** The samples of a /metrics page, keyed by name and labels as they stand there. */
record Page(Map<String, Double> samples) {

    static Page of(String text) {
        Map<String, Double> samples = new TreeMap<>();
        for (String line : text.split("\n")) {
            if (!line.startsWith("#") && !line.isBlank()) {
                int space = line.lastIndexOf(' ');
                samples.put(line.substring(0, space), Double.parseDouble(line.substring(space + 1)));
            }
        }
        return new Page(samples);
    }

    /** What moved since an earlier page; without buckets, gauges, creation times and sums of seconds. */
    Map<String, Double> since(Page earlier) {
        Map<String, Double> moved = new TreeMap<>();
        samples.forEach((key, value) -> {
            double more = value - earlier.samples.getOrDefault(key, 0.0);
            if (more != 0
                    && !key.contains("_bucket{")
                    && !key.contains("_created")
                    && !key.contains("seconds_sum")
                    && !key.contains(":num_requests")
                    && !key.contains("cache_usage")) {
                moved.put(key, more);
            }
        });
        return moved;
    }

    /** A vLLM series of this engine, such as {@code prompt_tokens_total}. */
    double vllm(String name) {
        return samples.getOrDefault("vllm:%s{engine=\"0\",model_name=\"tiny\"}".formatted(name), Double.NaN);
    }

    double successes(String reason) {
        return samples.getOrDefault(
                "vllm:request_success_total{engine=\"0\",finished_reason=\"%s\",model_name=\"tiny\"}".formatted(reason),
                Double.NaN);
    }

    double served(String handler, String method, String status) {
        return samples.getOrDefault(
                "http_requests_total{handler=\"%s\",method=\"%s\",status=\"%s\"}".formatted(handler, method, status),
                0.0);
    }
}
