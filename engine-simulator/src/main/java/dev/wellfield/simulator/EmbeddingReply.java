package dev.wellfield.simulator;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** /v1/embeddings: a vector of length 1 with 64 dimensions for each prompt, the same for the same prompt. */
final class EmbeddingReply implements SequenceListener {

    private static final int DIMENSIONS = 64;

    private static final Sampling NO_SAMPLING = new Sampling(1, 1, 0, List.of(), false, Answer.Ending.AT_ONCE, 0, "");

    private final Exchange exchange;
    private final EmbeddingCall call;
    private final Head head;
    private final Scheduler scheduler;
    private final List<Sequence> sequences = new ArrayList<>();
    private int unfinished;

    EmbeddingReply(Exchange exchange, EmbeddingCall call, Head head, Scheduler scheduler) {
        this.exchange = exchange;
        this.call = call;
        this.head = head;
        this.scheduler = scheduler;
    }

    void begin(Pace pace) {
        long now = scheduler.nowNanos();
        for (Prompt prompt : call.prompts()) {
            sequences.add(new Sequence(
                    sequences.size(), prompt, NO_SAMPLING, new SequenceGroup(1), Runner.POOLING, pace, this, now));
        }
        unfinished = sequences.size();
        scheduler.submit(sequences);
        exchange.onLeave(() -> scheduler.abort(sequences));
    }

    @Override
    public void advanced(Sequence sequence, Delta delta) {
        if (--unfinished == 0) {
            exchange.json(200, answer());
        }
    }

    @Override
    public void failed() {
        exchange.error(ApiError.engineDied());
    }

    private ObjectNode answer() {
        ArrayNode data = Json.array();
        int tokens = 0;
        for (int i = 0; i < call.prompts().size(); i++) {
            Prompt prompt = call.prompts().get(i);
            tokens += prompt.length();
            ObjectNode item = Json.object().put("index", i).put("object", "embedding");
            item.set("embedding", vector(prompt));
            data.add(item);
        }
        ObjectNode usage =
                new Usage(tokens, 0, 0).json().putNull("prompt_tokens_details").putNull("completion_tokens_details");
        ObjectNode answer = Json.object()
                .put("id", head.id())
                .put("object", "list")
                .put("created", head.createdSeconds())
                .put("model", head.model());
        answer.set("data", data);
        answer.set("usage", usage);
        return answer;
    }

    private JsonNode vector(Prompt prompt) {
        SplittableRandom random = new SplittableRandom(Answer.seed(0, prompt, 0));
        double[] values = new double[DIMENSIONS];
        double squares = 0;
        for (int i = 0; i < DIMENSIONS; i++) {
            values[i] = random.nextDouble(-1, 1);
            squares += values[i] * values[i];
        }
        ArrayNode numbers = Json.array();
        ByteBuffer bytes = ByteBuffer.allocate(DIMENSIONS * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (double value : values) {
            float scaled = (float) (value / Math.sqrt(squares));
            numbers.add((double) scaled);
            bytes.putFloat(scaled);
        }
        return call.base64() ? numbers.stringNode(Base64.getEncoder().encodeToString(bytes.array())) : numbers;
    }
}
