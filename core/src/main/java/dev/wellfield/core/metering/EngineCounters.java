package dev.wellfield.core.metering;

import dev.wellfield.core.EngineKind;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * The token counters of an engine's metrics page. vLLM counts cached prompt tokens among the prompt tokens, llama.cpp apart
 * from them; both are told here with the cached ones.
 */
public record EngineCounters(long promptTokens, long completionTokens) {

    /** Reads a page in Prometheus' text format; empty where the kind's counters aren't in it. */
    public static Optional<EngineCounters> read(EngineKind kind, String page) {
        return switch (kind) {
            case VLLM, SIMULATOR -> read(page, List.of("vllm:prompt_tokens_total"), "vllm:generation_tokens_total");
            case LLAMA_CPP ->
                read(
                        page,
                        List.of("llamacpp:prompt_tokens_total", "llamacpp:prompt_tokens_cached_total"),
                        "llamacpp:tokens_predicted_total");
            case OTHER -> Optional.empty();
        };
    }

    private static Optional<EngineCounters> read(String page, List<String> promptNames, String completionName) {
        Optional<BigDecimal> completion = sum(page, completionName);
        Optional<BigDecimal> prompt = sum(page, promptNames.getFirst());
        if (completion.isEmpty() || prompt.isEmpty()) {
            return Optional.empty();
        }
        BigDecimal prompts = promptNames.stream()
                .map(name -> sum(page, name).orElse(BigDecimal.ZERO))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        return Optional.of(
                new EngineCounters(prompts.longValue(), completion.get().longValue()));
    }

    /** Over all labels of a name. */
    private static Optional<BigDecimal> sum(String page, String name) {
        return page.lines()
                .filter(line -> line.startsWith(name))
                .filter(line -> line.length() > name.length() && "{ ".indexOf(line.charAt(name.length())) >= 0)
                .flatMap(line -> value(line).stream())
                .reduce(BigDecimal::add);
    }

    /** The value comes after the labels; a timestamp may follow it. */
    private static Optional<BigDecimal> value(String line) {
        int labels = line.lastIndexOf('}');
        String rest =
                line.substring(labels >= 0 ? labels + 1 : line.indexOf(' ')).trim();
        try {
            return Optional.of(new BigDecimal(rest.split(" ", 2)[0]));
        } catch (NumberFormatException e) {
            return Optional.empty(); // NaN and Inf aren't counts
        }
    }
}
