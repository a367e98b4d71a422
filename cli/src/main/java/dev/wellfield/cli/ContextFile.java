package dev.wellfield.cli;

import dev.wellfield.cli.Contexts.Content;
import dev.wellfield.cli.Contexts.Entry;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.show.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The text of the context file: YAML. What we write ourselves is read line by line, because loading a YAML parser would take
 * longer than all the rest of a short command; whatever a person has edited beyond that goes through the parser.
 */
final class ContextFile {
    private static final Pattern OWN_LINE = Pattern.compile("(current|- name|  url|  token): \"([^\"\\\\]*)\"");

    private ContextFile() {}

    static String text(Content content) {
        StringBuilder text =
                new StringBuilder("# Servers that wellfield knows, with their tokens: keep this file to yourself.\n");
        if (content.current() != null) {
            text.append("current: ").append(quoted(content.current())).append('\n');
        }
        text.append("contexts:").append(content.entries().isEmpty() ? " []\n" : "\n");
        for (Entry entry : content.entries()) {
            text.append("- name: ").append(quoted(entry.name())).append('\n');
            text.append("  url: ").append(quoted(entry.url())).append('\n');
            if (entry.token() != null) {
                text.append("  token: ").append(quoted(entry.token())).append('\n');
            }
        }
        return text.toString();
    }

    /** A JSON string is a YAML string too. */
    private static String quoted(String text) {
        return Json.line(StringNode.valueOf(text));
    }

    /** @param file named in the message if the text makes no sense */
    static Content parse(String text, Path file) {
        return ownForm(text).orElseGet(() -> anyForm(text, file));
    }

    static Optional<Content> ownForm(String text) {
        String current = null;
        List<Entry> entries = new ArrayList<>();
        for (String line : text.lines().toList()) {
            Matcher matcher = OWN_LINE.matcher(line);
            if (matcher.matches()) {
                String value = matcher.group(2);
                switch (matcher.group(1)) {
                    case "current" -> current = value;
                    case "- name" -> entries.add(new Entry(value, "", null));
                    case "  url" -> entries.add(new Entry(last(entries).name(), value, null));
                    default -> {
                        Entry last = last(entries);
                        entries.add(new Entry(last.name(), last.url(), value));
                    }
                }
            } else if (!line.startsWith("#") && !line.equals("contexts:") && !line.equals("contexts: []")) {
                return Optional.empty();
            }
        }
        boolean whole =
                entries.stream().noneMatch(it -> it.name().isEmpty() || it.url().isEmpty());
        return whole ? Optional.of(new Content(current, entries)) : Optional.empty();
    }

    private static Entry last(List<Entry> entries) {
        return entries.isEmpty() ? new Entry("", "", null) : entries.removeLast();
    }

    private static Content anyForm(String text, Path file) {
        JsonNode json;
        try {
            json = new YAMLMapper().readTree(text);
        } catch (JacksonException e) {
            throw wrong(file, "line " + e.getLocation().getLineNr() + " is not YAML: " + e.getOriginalMessage());
        }
        List<Entry> entries = new ArrayList<>();
        for (JsonNode entry : json.path("contexts")) {
            String name = required(entry, "name", file);
            entries.add(new Entry(name, required(entry, "url", file), Json.textOrNull(entry, "/token")));
        }
        return new Content(Json.textOrNull(json, "/current"), entries);
    }

    private static String required(JsonNode entry, String field, Path file) {
        @Nullable String value = Json.textOrNull(entry, "/" + field);
        if (value == null) {
            throw wrong(file, "an entry of contexts has no " + field);
        }
        return value;
    }

    private static Failure wrong(Path file, String what) {
        return Failure.of(
                ExitCode.FAILED,
                file + ": " + what + ".",
                "Mend it, or move it away and sign in again: wellfield login --server URL");
    }
}
