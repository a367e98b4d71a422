package dev.wellfield.gateway;

/**
 * How much of everything there may be at a time; each at least 1. The defaults stand in brackets.
 *
 * @param requests in flight in this replica, queued ones too; beyond it 503 (10,000)
 * @param queuedPerModel waiting for an engine of one model; beyond it 429 (1,000)
 * @param connections open to this replica; beyond it new ones are closed (20,000)
 * @param bodyBytes of one request; beyond it 413 (16 MiB)
 * @param choices of one request (n); beyond it 400 (16)
 * @param eventBytes of one event of an engine's stream; beyond it the engine has failed (4 MiB)
 * @param answerBytes of an answer in one piece that are held back until it is whole, so that a failure can still be told
 *     by a status; what is longer is passed on as it comes, but for its last bytes (1 MiB)
 */
public record Capacity(
        int requests,
        int queuedPerModel,
        int connections,
        int bodyBytes,
        int choices,
        int eventBytes,
        int answerBytes) {
    public static final Capacity DEFAULT = new Capacity(10_000, 1_000, 20_000, 16 << 20, 16, 4 << 20, 1 << 20);

    public Capacity {
        positive("requests", requests);
        positive("queuedPerModel", queuedPerModel);
        positive("connections", connections);
        positive("bodyBytes", bodyBytes);
        positive("choices", choices);
        positive("eventBytes", eventBytes);
        positive("answerBytes", answerBytes);
    }

    private static void positive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " (" + value + ") must be at least 1");
        }
    }
}
