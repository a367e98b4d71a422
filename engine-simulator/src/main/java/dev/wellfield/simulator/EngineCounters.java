package dev.wellfield.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;

/**
 * vLLM's own metrics and when they move: a prompt counts at its first token, each token as it is made, a request's
 * success and histograms when it ends by itself. So an aborted request leaves its tokens and nothing else, and n = 2
 * counts the prompt twice. Owned by the event loop.
 */
final class EngineCounters {

    /** What vLLM has on its page and nothing here can move. */
    private static final List<String> UNUSED = List.of(
            "estimated_flops_per_gpu",
            "estimated_read_bytes_per_gpu",
            "estimated_write_bytes_per_gpu",
            "external_prefix_cache_queries",
            "external_prefix_cache_hits",
            "mm_cache_queries",
            "mm_cache_hits",
            "num_preemptions");

    private final List<Metric> metrics = new ArrayList<>();
    private final String model;
    private final Labels labels;

    private final Counter.Cell prefixQueries;
    private final Counter.Cell prefixHits;
    private final Counter.Cell promptTokens;
    private final Counter.Cell computedTokens;
    private final Counter.Cell hitTokens;
    private final Counter.Cell cachedTokens;
    private final Counter.Cell cachedOnDevice;
    private final Counter.Cell generationTokens;
    private final Counter successes;
    private final Counter.Cell rejections;
    private final Histogram.Cell requestPromptTokens;
    private final Histogram.Cell requestGenerationTokens;
    private final Histogram.Cell iterationTokens;
    private final Histogram.Cell longestGeneration;
    private final Histogram.Cell choices;
    private final Histogram.Cell maxTokens;
    private final Histogram.Cell firstTokenSeconds;
    private final Histogram.Cell interTokenSeconds;
    private final Histogram.Cell secondsPerToken;
    private final Histogram.Cell endToEndSeconds;
    private final Histogram.Cell queueSeconds;
    private final Histogram.Cell inferenceSeconds;
    private final Histogram.Cell prefillSeconds;
    private final Histogram.Cell decodeSeconds;
    private final Histogram.Cell preemptions;
    private final Histogram.Cell computedPerRequest;

    EngineCounters(SimulatorOptions options, Load load) {
        model = options.model();
        labels = with();
        gauge("wellfield_simulated", "1: this engine is simulated and computes nothing.", Labels.NONE, () -> 1);
        gauge("vllm:num_requests_running", "Requests in the running batch.", labels, load::running);
        gauge("vllm:num_requests_waiting", "Requests waiting for a place in the batch.", labels, load::waiting);
        metrics.add(new Gauge("vllm:num_requests_waiting_by_reason", "Waiting requests by reason.")
                .with(with("reason", "capacity"), load::waiting)
                .with(with("reason", "deferred"), () -> 0));
        metrics.add(new Gauge("vllm:engine_sleep_state", "Whether the engine is awake.")
                .with(with("sleep_state", "awake"), () -> 1)
                .with(with("sleep_state", "weights_offloaded"), () -> 0)
                .with(with("sleep_state", "discard_all"), () -> 0));
        gauge("vllm:kv_cache_usage_perc", "Part of the KV cache in use, 0 to 1.", labels, load::cacheUse);
        prefixQueries = counter("vllm:prefix_cache_queries", "Tokens looked up in the prefix cache.")
                .of(labels);
        prefixHits = counter("vllm:prefix_cache_hits", "Tokens found in the prefix cache.")
                .of(labels);
        for (String unused : UNUSED) {
            counter("vllm:" + unused, "Never moves in a simulated engine.").of(labels);
        }
        promptTokens = counter("vllm:prompt_tokens", "Prompt tokens, cached ones included.")
                .of(labels);
        Counter bySource = counter("vllm:prompt_tokens_by_source", "Prompt tokens by source.");
        computedTokens = bySource.of(with("source", "local_compute"));
        hitTokens = bySource.of(with("source", "local_cache_hit"));
        bySource.of(with("source", "external_kv_transfer"));
        cachedTokens = counter("vllm:prompt_tokens_cached", "Prompt tokens taken from a cache.")
                .of(labels);
        Counter byTier = counter("vllm:prompt_tokens_cached_by_source", "Cached prompt tokens by tier.");
        cachedOnDevice = byTier.of(with("source", "device"));
        for (String tier : List.of("host", "p2p", "disk", "external_unspecified")) {
            byTier.of(with("source", tier));
        }
        generationTokens = counter("vllm:generation_tokens", "Tokens made.").of(labels);
        successes = counter("vllm:request_success", "Requests that ended by themselves.");
        for (Finish.Reason reason : Finish.Reason.values()) {
            successes.of(with("finished_reason", reason.label()));
        }
        Counter rejected = counter("vllm:admission_rejections", "Requests refused by a queue limit.");
        rejections = rejected.of(Labels.of("model_name", model, "reason", "max_num_queued_reqs"));
        rejected.of(Labels.of("model_name", model, "reason", "max_num_queued_tokens"));
        requestPromptTokens = histogram("request_prompt_tokens", "Prompt tokens per request.", Buckets.TOKENS);
        requestGenerationTokens = histogram("request_generation_tokens", "Tokens made per request.", Buckets.TOKENS);
        iterationTokens = histogram("iteration_tokens_total", "Tokens per engine step.", Buckets.ITERATION_TOKENS);
        longestGeneration =
                histogram("request_max_num_generation_tokens", "Longest answer per request.", Buckets.TOKENS);
        choices = histogram("request_params_n", "The n of requests.", Buckets.CHOICES);
        maxTokens = histogram("request_params_max_tokens", "The max_tokens of requests.", Buckets.TOKENS);
        firstTokenSeconds =
                histogram("time_to_first_token_seconds", "Arrival to first token.", Buckets.FIRST_TOKEN_SECONDS);
        interTokenSeconds = histogram("inter_token_latency_seconds", "Token to token.", Buckets.TOKEN_SECONDS);
        secondsPerToken =
                histogram("request_time_per_output_token_seconds", "Mean time per token.", Buckets.TOKEN_SECONDS);
        endToEndSeconds = histogram("e2e_request_latency_seconds", "Arrival to end.", Buckets.REQUEST_SECONDS);
        queueSeconds = histogram("request_queue_time_seconds", "Arrival to start.", Buckets.REQUEST_SECONDS);
        inferenceSeconds = histogram("request_inference_time_seconds", "Start to end.", Buckets.REQUEST_SECONDS);
        prefillSeconds = histogram("request_prefill_time_seconds", "Start to first token.", Buckets.REQUEST_SECONDS);
        decodeSeconds = histogram("request_decode_time_seconds", "First token to end.", Buckets.REQUEST_SECONDS);
        preemptions = histogram("request_num_preemptions", "Preemptions per request.", Buckets.PREEMPTIONS);
        computedPerRequest = histogram(
                "request_prefill_kv_computed_tokens", "Prompt tokens computed, cached ones not.", Buckets.TOKENS);
        gauge("vllm:cache_config_info", "The KV cache.", cacheConfig(options), () -> 1);
    }

    private Labels cacheConfig(SimulatorOptions options) {
        return with(
                "block_size",
                Integer.toString(PrefixCache.BLOCK),
                "enable_prefix_caching",
                options.enablePrefixCaching() ? "True" : "False",
                "num_gpu_blocks",
                Long.toString(Math.ceilDiv(Load.capacityTokens(options), PrefixCache.BLOCK)));
    }

    private Labels with(String... more) {
        String[] all = new String[more.length + 4];
        all[0] = "engine";
        all[1] = "0";
        all[2] = "model_name";
        all[3] = model;
        System.arraycopy(more, 0, all, 4, more.length);
        return Labels.of(all);
    }

    private void gauge(String name, String help, Labels series, DoubleSupplier value) {
        metrics.add(new Gauge(name, help).with(series, value));
    }

    private Counter counter(String name, String help) {
        Counter counter = new Counter(name, help);
        metrics.add(counter);
        return counter;
    }

    private Histogram.Cell histogram(String name, String help, double[] bounds) {
        Histogram histogram = new Histogram("vllm:" + name, help, bounds);
        metrics.add(histogram);
        return histogram.of(labels);
    }

    List<Metric> metrics() {
        return metrics;
    }

    void rejected() {
        rejections.add(1);
    }

    /** A prompt was looked up in the prefix cache, at its start. */
    void lookedUp(Prompt prompt, int hits) {
        prefixQueries.add(prompt.length());
        prefixHits.add(hits);
        cachedOnDevice.add(hits);
    }

    /** The first token, or the embedding, has come. */
    void prefilled(Sequence sequence) {
        int prompt = sequence.prompt().length();
        int cached = sequence.cachedTokens();
        promptTokens.add(prompt);
        computedTokens.add(prompt - cached);
        hitTokens.add(cached);
        cachedTokens.add(cached);
        firstTokenSeconds.observe(sequence.secondsToFirstToken());
    }

    void generated() {
        generationTokens.add(1);
    }

    void between(double seconds) {
        interTokenSeconds.observe(seconds);
    }

    /** One engine step: the tokens it computed, of prompts and of answers. */
    void stepped(int tokens) {
        iterationTokens.observe(tokens);
    }

    void finished(Sequence sequence, Finish.Reason reason) {
        successes.of(with("finished_reason", reason.label())).add(1);
        int tokens = sequence.generated();
        requestPromptTokens.observe(sequence.prompt().length());
        requestGenerationTokens.observe(tokens);
        if (sequence.runner() == Runner.GENERATE) {
            maxTokens.observe(sequence.sampling().maxTokens());
        }
        secondsPerToken.observe(tokens > 1 ? sequence.secondsOfDecode() / (tokens - 1) : 0);
        endToEndSeconds.observe(sequence.secondsInAll());
        queueSeconds.observe(sequence.secondsWaited());
        inferenceSeconds.observe(sequence.secondsOfPrefill() + sequence.secondsOfDecode());
        prefillSeconds.observe(sequence.secondsOfPrefill());
        decodeSeconds.observe(sequence.secondsOfDecode());
        preemptions.observe(0);
        computedPerRequest.observe(sequence.prompt().length() - sequence.cachedTokens());
        SequenceGroup group = sequence.group();
        if (group.finish(tokens)) {
            choices.observe(group.choices());
            longestGeneration.observe(group.longest());
        }
    }
}
