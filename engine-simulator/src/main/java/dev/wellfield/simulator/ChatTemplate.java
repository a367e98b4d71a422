package dev.wellfield.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Turns messages into a prompt: a begin token, then for each message a token for its role, its text and an end token,
 * then the assistant's token. So a conversation costs two tokens more than its texts, and two for each message.
 */
final class ChatTemplate {

    private ChatTemplate() {}

    /**
     * One message.
     *
     * @param role the token of its role
     * @param texts its content
     * @param onlyText false where there was more: an image, a sound
     */
    record Message(int role, List<String> texts, boolean onlyText) {}

    /** Reads the messages field; what it can't read is added to the violations. */
    static List<Message> read(Fields fields) {
        List<Message> messages = new ArrayList<>();
        List<JsonNode> nodes = fields.list("messages");
        for (int i = 0; i < nodes.size(); i++) {
            JsonNode node = nodes.get(i);
            String name = "messages." + i;
            if (!node.isObject()) {
                fields.violate("dict_type", name, "Input should be a valid dictionary", node);
            } else if (!node.path("role").isString()) {
                fields.violate("missing", name + ".role", "Field required", node);
            } else {
                read(fields, name, node).ifPresent(messages::add);
            }
        }
        return messages;
    }

    private static Optional<Message> read(Fields fields, String name, JsonNode node) {
        Optional<Integer> role = role(node.get("role").stringValue());
        if (role.isEmpty()) {
            fields.violate(
                    "literal_error",
                    name + ".role",
                    "Input should be system, developer, user, assistant, tool or function",
                    node.get("role"));
            return Optional.empty();
        }
        JsonNode content = node.path("content");
        if (content.isString()) {
            return Optional.of(new Message(role.get(), List.of(content.stringValue()), true));
        }
        if (content.isMissingNode() || content.isNull()) {
            return Optional.of(new Message(role.get(), List.of(), true));
        }
        if (!content.isArray()) {
            fields.violate("string_type", name + ".content", "Input should be a valid string", content);
            return Optional.empty();
        }
        List<String> texts = new ArrayList<>();
        for (JsonNode part : content.values()) {
            JsonNode text = part.isString() ? part : part.path("text");
            if (text.isString()) {
                texts.add(text.stringValue());
            }
        }
        return Optional.of(new Message(role.get(), texts, texts.size() == content.size()));
    }

    private static Optional<Integer> role(String role) {
        return switch (role) {
            case "system", "developer" -> Optional.of(Tokenizer.SYSTEM);
            case "user" -> Optional.of(Tokenizer.USER);
            case "assistant" -> Optional.of(Tokenizer.ASSISTANT);
            case "tool", "function" -> Optional.of(Tokenizer.TOOL);
            default -> Optional.empty();
        };
    }

    static Prompt render(List<Message> messages, boolean asksForAnswer, int limit) {
        Tokens tokens = new Tokens(limit);
        tokens.add(Tokenizer.BEGIN);
        for (Message message : messages) {
            tokens.add(message.role());
            message.texts().forEach(text -> Tokenizer.encode(text, tokens));
            tokens.add(Tokenizer.END_OF_TURN);
        }
        if (asksForAnswer) {
            tokens.add(Tokenizer.ASSISTANT);
        }
        return new Prompt(tokens);
    }
}
