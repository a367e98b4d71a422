package dev.wellfield.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads request bodies in vLLM's order: types of all fields, fields that contradict each other, the model (404), a place
 * in the engine (503), the prompt, then sampling.
 */
final class CallReader {

    /** vLLM's default for completions. */
    private static final long COMPLETION_TOKENS = 16;

    /** What this engine would have to make up and clients would take for real. */
    private static final List<String> NOT_SIMULATED =
            List.of("logprobs", "prompt_logprobs", "echo", "suffix", "use_beam_search", "prompt_embeds");

    private final SimulatorOptions options;
    private final LongPredicate admits;

    /**
     * @param admits whether so many more sequences may enter the engine
     */
    CallReader(SimulatorOptions options, LongPredicate admits) {
        this.options = options;
        this.admits = admits;
    }

    Outcome<GenerationCall> chat(ObjectNode body) {
        Fields fields = new Fields(body, "body");
        List<ChatTemplate.Message> messages = ChatTemplate.read(fields);
        OptionalLong maxTokens = fields.integer("max_tokens");
        OptionalLong maxCompletionTokens = fields.integer("max_completion_tokens");
        Wishes wishes = maxCompletionTokens.isPresent()
                ? Wishes.read(fields, maxCompletionTokens.getAsLong(), "max_completion_tokens")
                : Wishes.read(fields, maxTokens.orElse(Wishes.UNLIMITED), "max_tokens");
        return check(fields, wishes, tools(fields), 1)
                .then(none -> renderChat(messages))
                .then(prompts -> call(wishes, prompts));
    }

    private Outcome<List<Prompt>> renderChat(List<ChatTemplate.Message> messages) {
        if (messages.isEmpty()) {
            return Outcome.refuse(ApiError.badRequest(
                    "Cannot apply chat template to an empty conversation. Provide at least one message."));
        }
        if (!messages.stream().allMatch(ChatTemplate.Message::onlyText)) {
            return Outcome.refuse(ApiError.badRequest(options.model() + " is not a multimodal model"));
        }
        Prompt prompt = ChatTemplate.render(messages, true, options.maxModelLen() + 1);
        return refusedOr(PromptField.checkLength(prompt, options.maxModelLen()), () -> List.of(prompt));
    }

    private Optional<ApiError> tools(Fields fields) {
        if (!fields.has("tools")) {
            return Optional.empty();
        }
        if (fields.node("tools").orElseThrow().isEmpty()) {
            return Optional.of(
                    ApiError.badParameter(
                            "tools",
                            "`tools` must not be an empty array. Either provide at least one tool or omit the field entirely."));
        }
        String choice =
                fields.node("tool_choice").map(node -> node.asString("")).orElse("auto");
        return switch (choice) {
            case "none" -> Optional.empty();
            case "auto" ->
                Optional.of(ApiError.badRequest(
                        "\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set"));
            default -> Optional.of(notSimulated("tool_choice"));
        };
    }

    Outcome<GenerationCall> completion(ObjectNode body) {
        Fields fields = new Fields(body, "body");
        List<Prompt> prompts = PromptField.read(fields, "prompt", options.maxModelLen() + 1);
        Wishes wishes = Wishes.read(fields, fields.integer("max_tokens").orElse(COMPLETION_TOKENS), "max_tokens");
        Optional<ApiError> absent = fields.has("prompt")
                ? Optional.empty()
                : Optional.of(ApiError.badParameter(
                        "prompt", "Either prompt or prompt_embeds must be provided and non-empty."));
        return check(fields, wishes, absent, prompts.size())
                .then(none -> refusedOr(PromptField.check(prompts, "prompt", options.maxModelLen()), () -> prompts))
                .then(checked -> call(wishes, checked));
    }

    /** Embeds each prompt; max_tokens and the like mean nothing there. */
    Outcome<EmbeddingCall> embedding(ObjectNode body) {
        Fields fields = new Fields(body, "body");
        if (!fields.has("input")) {
            fields.missing("input");
        }
        List<Prompt> prompts = PromptField.read(fields, "input", options.maxModelLen() + 1);
        String format = fields.text("encoding_format").orElse("float");
        if (!format.equals("float") && !format.equals("base64")) {
            fields.violate(
                    "literal_error",
                    "encoding_format",
                    "Input should be float or base64",
                    fields.node("encoding_format").orElseThrow());
        }
        Optional<ApiError> dimensions =
                fields.has("dimensions") ? Optional.of(notSimulated("dimensions")) : Optional.empty();
        return check(fields, fields.text("model"), dimensions, prompts.size())
                .then(none -> refusedOr(
                        PromptField.check(prompts, "input", options.maxModelLen()),
                        () -> new EmbeddingCall(prompts, format.equals("base64"))));
    }

    private Outcome<Boolean> check(Fields fields, Wishes wishes, Optional<ApiError> more, int prompts) {
        Optional<ApiError> contradiction = wishes.streamOptions() && !wishes.stream()
                ? Optional.of(ApiError.badParameter(
                        "stream_options", "Stream options can only be defined when `stream=True`."))
                : Optional.empty();
        Optional<ApiError> unsimulated = NOT_SIMULATED.stream()
                .filter(name -> fields.has(name)
                        && !fields.node(name).orElseThrow().asString("").equals("false"))
                .findFirst()
                .map(CallReader::notSimulated);
        return check(
                fields,
                Optional.ofNullable(wishes.model()),
                contradiction.or(() -> unsimulated).or(() -> more),
                places(wishes.choices()) * Math.max(1, prompts));
    }

    /** An impossible n is refused for itself, after this. */
    private static long places(long choices) {
        return choices < 1 || choices > Wishes.MOST_CHOICES ? 1 : choices;
    }

    private Outcome<Boolean> check(Fields fields, Optional<String> model, Optional<ApiError> more, long sequences) {
        if (!fields.violations().isEmpty()) {
            return Outcome.refuse(ApiError.invalid(fields.violations()));
        }
        if (more.isPresent()) {
            return Outcome.refuse(more.get());
        }
        return checkModel(model)
                .then(served -> admits.test(sequences) ? Outcome.of(true) : Outcome.refuse(ApiError.busy()));
    }

    /** Accepts a served name, and no name at all. */
    Outcome<Boolean> checkModel(Optional<String> asked) {
        return asked.isEmpty() || asked.get().isEmpty() || options.models().contains(asked.get())
                ? Outcome.of(true)
                : Outcome.refuse(ApiError.unknownModel(asked.get(), options.models()));
    }

    private Outcome<GenerationCall> call(Wishes wishes, List<Prompt> prompts) {
        if (wishes.maxTokens() != Wishes.UNLIMITED && wishes.maxTokens() > options.maxModelLen()) {
            return Outcome.refuse(ApiError.badParameter(
                    wishes.maxTokensField(),
                    wishes.maxTokens(),
                    "%s=%d cannot be greater than max_model_len=%d. Please request fewer output tokens."
                            .formatted(wishes.maxTokensField(), wishes.maxTokens(), options.maxModelLen())));
        }
        List<GenerationCall.Part> parts = new ArrayList<>();
        for (Prompt prompt : prompts) {
            switch (wishes.sampling(prompt, options.maxModelLen())) {
                case Outcome.Accepted<Sampling>(Sampling sampling) ->
                    parts.add(new GenerationCall.Part(prompt, sampling));
                case Outcome.Refused<Sampling>(ApiError error) -> {
                    return Outcome.refuse(error);
                }
            }
        }
        UsageReport report = options.enableForceIncludeUsage() ? UsageReport.CONTINUOUS : wishes.report();
        return Outcome.of(new GenerationCall(parts, wishes.stream(), report));
    }

    private static ApiError notSimulated(String field) {
        return ApiError.badParameter(field, "The engine simulator doesn't simulate %s; leave it out.".formatted(field));
    }

    private static <T> Outcome<T> refusedOr(Optional<ApiError> error, Supplier<T> value) {
        return error.<Outcome<T>>map(Outcome::refuse).orElseGet(() -> Outcome.of(value.get()));
    }
}
