package dev.wellfield.simulator;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How one simulator runs. {@link #of} reads the same words as the command line, so tests and processes share one
 * vocabulary.
 *
 * @param host the address to listen on
 * @param port 0-65535; 0 picks a free one
 * @param models the served names, the first of which labels answers and metrics
 * @param ttftMillis time from the start of a sequence to its first token, 0-600,000
 * @param tokensPerSecond decode rate of each sequence, 1-1,000,000
 * @param maxNumSeqs how many sequences run at once, 1-65,536; others wait in order
 * @param maxNumQueuedReqs how many sequences may be in flight, waiting and running together, as in vLLM (n = 2 takes
 *     two places); beyond it requests get 503. vLLM has no limit unless told; here it is 10,000, since every queue ends
 * @param maxModelLen context length in tokens, prompt and answer together, 1-16,777,216
 * @param apiKey the bearer token that /v1 asks for, or null for none
 * @param enablePromptTokensDetails usage tells the cached tokens
 * @param enableForceIncludeUsage every stream carries continuous usage, whatever it asked
 * @param enablePrefixCaching blocks of 16 prompt tokens seen before count as cached
 * @param enableRequestIdHeaders answers carry X-Request-Id
 * @param shutdownTimeoutSeconds how long a stop waits for running requests, 0-86,400; 0 fails them at once
 */
public record SimulatorOptions(
        String host,
        int port,
        List<String> models,
        Runner runner,
        int ttftMillis,
        int tokensPerSecond,
        int maxNumSeqs,
        int maxNumQueuedReqs,
        int maxModelLen,
        @Nullable ApiKey apiKey,
        boolean enablePromptTokensDetails,
        boolean enableForceIncludeUsage,
        boolean enablePrefixCaching,
        boolean enableRequestIdHeaders,
        int shutdownTimeoutSeconds) {

    static final String USAGE = """
            A stand-in inference engine that speaks vLLM's HTTP and metrics. It computes nothing and says so.

              --host ADDRESS               where to listen (127.0.0.1)
              --port N                     port; 0 picks a free one (WELLFIELD_PORT, else 8000)
              --model NAME                 served name, repeatable; the first labels answers and metrics (simulated)
              --runner generate|pooling    chat and completions, or embeddings (generate)
              --embeddings                 the same as --runner pooling
              --ttft-ms N                  time to the first token (50)
              --tokens-per-second N        decode rate of each sequence (50)
              --max-num-seqs N             sequences running at once; others wait in order (256)
              --max-num-queued-reqs N      sequences in flight, waiting and running; then 503 (10000)
              --max-model-len N            context length in tokens (8192)
              --api-key KEY                bearer token for /v1 (VLLM_API_KEY, else none)
              --enable-prompt-tokens-details
              --enable-force-include-usage
              --enable-prefix-caching
              --enable-request-id-headers
              --shutdown-timeout SECONDS   how long SIGTERM lets running requests finish (0)
            """;

    private static final Set<String> VALUED = Set.of(
            "--host",
            "--port",
            "--model",
            "--runner",
            "--ttft-ms",
            "--tokens-per-second",
            "--max-num-seqs",
            "--max-num-queued-reqs",
            "--max-model-len",
            "--api-key",
            "--shutdown-timeout");
    private static final Set<String> FLAGS = Set.of(
            "--embeddings",
            "--enable-prompt-tokens-details",
            "--enable-force-include-usage",
            "--enable-prefix-caching",
            "--enable-request-id-headers");

    public SimulatorOptions {
        models = List.copyOf(models);
        if (models.isEmpty()) {
            throw new IllegalArgumentException("--model must be given at least once");
        }
        if (new HashSet<>(models).size() < models.size()) {
            throw new IllegalArgumentException("--model " + models + " must not repeat a name");
        }
        for (String model : models) {
            if (model.isBlank()) {
                throw new IllegalArgumentException("--model (blank) must have at least one visible character");
            }
        }
    }

    /** Options from command-line words, for tests: {@code of("--port", "0", "--ttft-ms", "5")}. No environment. */
    public static SimulatorOptions of(String... words) {
        return parse(List.of(words), Map.of());
    }

    /** Throws {@link IllegalArgumentException}, naming the option, its value and what would be right. */
    public static SimulatorOptions parse(List<String> words, Map<String, String> environment) {
        Arguments arguments = new Arguments(words, VALUED, FLAGS);
        List<String> models = arguments.texts("--model");
        return new SimulatorOptions(
                arguments.text("--host").orElse("127.0.0.1"),
                port(arguments, environment),
                models.isEmpty() ? List.of("simulated") : models,
                arguments.choice(
                        "--runner", arguments.flag("--embeddings") ? Runner.POOLING : Runner.GENERATE, Runner.class),
                arguments.integer("--ttft-ms", 50, 0, 600_000),
                arguments.integer("--tokens-per-second", 50, 1, 1_000_000),
                arguments.integer("--max-num-seqs", 256, 1, 65_536),
                arguments.integer("--max-num-queued-reqs", 10_000, 1, 1_000_000),
                arguments.integer("--max-model-len", 8192, 1, 16_777_216),
                apiKey(arguments, environment),
                arguments.flag("--enable-prompt-tokens-details"),
                arguments.flag("--enable-force-include-usage"),
                arguments.flag("--enable-prefix-caching"),
                arguments.flag("--enable-request-id-headers"),
                arguments.integer("--shutdown-timeout", 0, 0, 86_400));
    }

    private static int port(Arguments arguments, Map<String, String> environment) {
        String inherited = environment.get("WELLFIELD_PORT");
        int fallback = inherited == null ? 8000 : Arguments.integer("WELLFIELD_PORT", inherited, 0, 65_535);
        return arguments.integer("--port", fallback, 0, 65_535);
    }

    private static @Nullable ApiKey apiKey(Arguments arguments, Map<String, String> environment) {
        String key = arguments.text("--api-key").orElse(environment.get("VLLM_API_KEY"));
        return key == null ? null : new ApiKey(key);
    }

    /** The name that answers and metrics carry, whichever served name was asked for. */
    String model() {
        return models.getFirst();
    }
}
