package dev.wellfield.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.e2e.RealEngine.Answer;
import dev.wellfield.e2e.RealEngine.Fact;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** With vLLM an engine for embeddings is a server of its own. */
@Tag("engines")
class VllmEmbeddingTest {
    @Test
    void embeddings_are_metered_as_their_usage_says_and_as_the_engine_counts() {
        try (RealEngine engine = new RealEngine("tiny-embedding-model.yaml")) {
            engine.startWithoutCall(
                    "VLLM", Vllm.serve(Vllm.model(engine.installation()), "--runner", "pooling", "--convert", "embed"));

            Answer one = engine.post("embeddings", "{\"input\": \"Hello there\"}");
            Answer two = engine.post("embeddings", "{\"input\": [\"Hello there\", \"Why?\"]}");

            for (Answer answer : new Answer[] {one, two}) {
                assertThat(answer.status()).as(answer.body()).isEqualTo(200);
                assertThat(engine.fact(answer.requestId())).isEqualTo(new Fact(answer.prompt(), 0, "COMPLETED", false));
            }
            assertThat(two.json().get("data")).hasSize(2);
            engine.awaitAgreement(true);
        }
    }
}
