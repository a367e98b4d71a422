package dev.wellfield.gateway;

/** Requests to send. */
final class Bodies {
    private static final String MESSAGES =
            "\"messages\":[{\"role\":\"user\",\"content\":\"Hello there, who are you?\"}]";

    private Bodies() {}

    /** In one piece; more members as {@code "name":value}. */
    static String whole(int maxTokens, String... more) {
        return "{\"model\":\"chat\",\"max_tokens\":%d,%s%s,\"ignore_eos\":true}"
                .formatted(maxTokens, MESSAGES, and(more));
    }

    static String stream(int maxTokens, String... more) {
        return "{\"model\":\"chat\",\"stream\":true,\"max_tokens\":%d,%s%s,\"ignore_eos\":true}"
                .formatted(maxTokens, MESSAGES, and(more));
    }

    /** A stream whose caller wants its usage. */
    static String streamWithUsage(int maxTokens, String... more) {
        return "{\"model\":\"chat\",\"stream\":true,\"stream_options\":{\"include_usage\":true},\"max_tokens\":%d,%s%s,\"ignore_eos\":true}"
                .formatted(maxTokens, MESSAGES, and(more));
    }

    /** A text completion; {@code prompt} as JSON. */
    static String completion(String prompt, int maxTokens, String... more) {
        return "{\"model\":\"chat\",\"prompt\":%s,\"max_tokens\":%d%s,\"ignore_eos\":true}"
                .formatted(prompt, maxTokens, and(more));
    }

    /** Embeddings; {@code input} as JSON. */
    static String embeddings(String input, String... more) {
        return "{\"model\":\"embed/small\",\"input\":%s%s}".formatted(input, and(more));
    }

    private static String and(String... more) {
        return more.length == 0 ? "" : "," + String.join(",", more);
    }
}
