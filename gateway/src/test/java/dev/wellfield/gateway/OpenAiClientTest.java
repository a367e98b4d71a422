package dev.wellfield.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.http.StreamResponse;
import com.openai.errors.BadRequestException;
import com.openai.errors.NotFoundException;
import com.openai.errors.RateLimitException;
import com.openai.errors.SseException;
import com.openai.errors.UnauthorizedException;
import com.openai.helpers.ChatCompletionAccumulator;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionStreamOptions;
import com.openai.models.completions.Completion;
import com.openai.models.completions.CompletionCreateParams;
import com.openai.models.embeddings.CreateEmbeddingResponse;
import com.openai.models.embeddings.EmbeddingCreateParams;
import dev.wellfield.core.serving.Outcome;
import dev.wellfield.core.serving.Secret;
import dev.wellfield.core.serving.TokenCount;
import dev.wellfield.core.serving.UsageRecord;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An ordinary OpenAI client works as against OpenAI. */
final class OpenAiClientTest {
    private static final Secret NO_ROOM = new Secret("sk-wf-no-room-0123456789");

    @TempDir
    Path data;

    private House house = new House(Path.of("/"));

    @BeforeEach
    void open() throws Exception {
        house = new House(data)
                .engine("--tokens-per-second", "1000")
                .embedder()
                .addKey(NO_ROOM, "none", null, 0, null)
                .start();
    }

    @AfterEach
    void close() {
        house.close();
    }

    private OpenAIClient client(String key, int retries) {
        return OpenAIOkHttpClient.builder()
                .apiKey(key)
                .baseUrl(house.uri("/v1").toString())
                .maxRetries(retries)
                .build();
    }

    private static ChatCompletionCreateParams.Builder chat() {
        return ChatCompletionCreateParams.builder()
                .model("chat")
                .addUserMessage("Hello there, who are you?")
                .maxCompletionTokens(12);
    }

    @Test
    void a_completion() {
        ChatCompletion answer = client(house.key.text(), 0).chat().completions().create(chat().build());

        assertThat(answer.choices().getFirst().message().content().orElse("")).isNotBlank();
        assertThat(answer.usage().orElseThrow().promptTokens())
                .isEqualTo(house.record().tokens().prompt());
        assertThat(answer.usage().orElseThrow().completionTokens())
                .isEqualTo(house.record().tokens().completion());
    }

    @Test
    void a_stream_with_usage() {
        ChatCompletionAccumulator whole = ChatCompletionAccumulator.create();
        try (StreamResponse<ChatCompletionChunk> stream = client(house.key.text(), 0)
                .chat()
                .completions()
                .createStreaming(chat().streamOptions(ChatCompletionStreamOptions.builder()
                                .includeUsage(true)
                                .build())
                        .build())) {
            stream.stream().forEach(whole::accumulate);
        }

        ChatCompletion answer = whole.chatCompletion();
        assertThat(answer.choices().getFirst().message().content().orElse("")).isNotBlank();
        UsageRecord record = house.record();
        assertThat(answer.usage().orElseThrow().promptTokens())
                .isEqualTo(record.tokens().prompt());
        assertThat(record.outcome()).isEqualTo(Outcome.COMPLETED);
    }

    @Test
    void a_stream_that_is_left_early() {
        try (StreamResponse<ChatCompletionChunk> stream = client(house.key.text(), 0)
                .chat()
                .completions()
                .createStreaming(chat().maxCompletionTokens(5_000)
                        .putAdditionalBodyProperty("ignore_eos", com.openai.core.JsonValue.from(true))
                        .build())) {
            assertThat(stream.stream().limit(5).toList()).hasSize(5);
        }

        assertThat(house.record().outcome()).isEqualTo(Outcome.CLIENT_ABORTED);
    }

    @Test
    void a_stream_whose_engine_fails_is_an_exception() {
        OpenAIClient client = client(house.key.text(), 0);
        ChatCompletionCreateParams params =
                chat().putAdditionalHeader("X-Simulate-Error-After-Tokens", "3").build();

        assertThatThrownBy(() -> {
                    try (StreamResponse<ChatCompletionChunk> stream =
                            client.chat().completions().createStreaming(params)) {
                        stream.stream().forEach(chunk -> {});
                    }
                })
                .isInstanceOf(SseException.class)
                .hasMessageContaining("engine failed");
        assertThat(house.record().tokens()).isEqualTo(new TokenCount(11, 0, 3));
    }

    @Test
    void a_text_completion_whole_and_streamed() {
        CompletionCreateParams params = CompletionCreateParams.builder()
                .model("chat")
                .promptOfArrayOfStrings(List.of("The licence says", "Another"))
                .maxTokens(5)
                .build();

        Completion answer = client(house.key.text(), 0).completions().create(params);
        int chunks;
        try (StreamResponse<Completion> stream =
                client(house.key.text(), 0).completions().createStreaming(params)) {
            chunks = (int) stream.stream().count();
        }

        assertThat(answer.choices()).hasSize(2);
        assertThat(chunks).isPositive();
        assertThat(house.records(2)).extracting(UsageRecord::outcome).containsOnly(Outcome.COMPLETED);
        assertThat(answer.usage().orElseThrow().promptTokens())
                .isEqualTo(house.sink.records().getFirst().tokens().prompt());
    }

    @Test
    void embeddings() {
        CreateEmbeddingResponse answer = client(house.key.text(), 0)
                .embeddings()
                .create(EmbeddingCreateParams.builder()
                        .model("embed/small")
                        .inputOfArrayOfStrings(List.of("hello world", "one two"))
                        .build());

        assertThat(answer.data()).hasSize(2);
        assertThat(answer.data().getFirst().embedding()).hasSize(64);
        assertThat(answer.usage().promptTokens())
                .isEqualTo(house.record().tokens().prompt());
    }

    @Test
    void models() {
        assertThat(client(house.key.text(), 0).models().list().data())
                .extracting(model -> model.id())
                .containsExactly("chat", "embed/small");
        assertThat(client(house.key.text(), 0).models().retrieve("chat").ownedBy())
                .isEqualTo("platform");
    }

    @Test
    void errors_become_the_exceptions_that_clients_expect() {
        assertThatThrownBy(() -> client("sk-wf-wrong-0123456789-WXYZ", 0)
                        .chat()
                        .completions()
                        .create(chat().build()))
                .isInstanceOfSatisfying(UnauthorizedException.class, e -> {
                    assertThat(e.code()).contains("invalid_api_key");
                    assertThat(e.headers().values("x-request-id")).hasSize(1);
                });
        assertThatThrownBy(() -> client(house.key.text(), 0)
                        .chat()
                        .completions()
                        .create(chat().model("nothing").build()))
                .isInstanceOfSatisfying(
                        NotFoundException.class, e -> assertThat(e.code()).contains("model_not_found"));
        assertThatThrownBy(() -> client(house.key.text(), 0)
                        .chat()
                        .completions()
                        .create(chat().n(99).build()))
                .isInstanceOfSatisfying(
                        BadRequestException.class, e -> assertThat(e.param()).contains("n"));
        assertThatThrownBy(() -> client(NO_ROOM.text(), 0).chat().completions().create(chat().build()))
                .isInstanceOf(RateLimitException.class);
    }

    @Test
    void a_client_that_tries_again_is_three_requests_and_each_is_recorded() {
        OpenAIClient client = client(house.key.text(), 2);
        ChatCompletionCreateParams params = chat().putAdditionalHeader("X-Simulate-Error", "503")
                .putAdditionalHeader("X-Simulate-Retry-After", "1")
                .build();

        assertThatThrownBy(() -> client.chat().completions().create(params)).hasMessageContaining("503");

        List<UsageRecord> records = house.records(3);
        assertThat(records).extracting(UsageRecord::requestId).doesNotHaveDuplicates();
        assertThat(records).allMatch(record -> record.outcome() == Outcome.UPSTREAM_FAILED);
    }
}
