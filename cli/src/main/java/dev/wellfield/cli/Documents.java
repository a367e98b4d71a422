package dev.wellfield.cli;

import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.Violation;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the documents of files: YAML, several of them divided by {@code ---}, or JSON, one or an array of them. */
final class Documents {
    static final String API_VERSION = "wellfield.dev/v1";

    private static final int MOST_BYTES = 16 << 20;
    private static final Pattern JSON_BEGINS = Pattern.compile("(?s)\\s*(\\{\\s*[\"}]|\\[\\s*[{\\]]).*");

    private Documents() {}

    /** Every document of every file, in order; at least one, each of them an object of a known version with a kind. */
    static List<Document> read(List<String> files, Terminal terminal) {
        List<Document> documents = new ArrayList<>();
        for (String file : files) {
            String source = file.equals("-") ? "stdin" : file;
            String text = text(file, terminal);
            boolean json = file.endsWith(".json") || JSON_BEGINS.matcher(text).matches();
            documents.addAll(new DocumentReader(source, text, json).read());
        }
        if (documents.isEmpty()) {
            throw Failure.of(ExitCode.FAILED, String.join(", ", files) + ": there is no document in it.");
        }
        check(documents);
        return documents;
    }

    private static String text(String file, Terminal terminal) {
        try (InputStream in = file.equals("-") ? terminal.in() : Files.newInputStream(Path.of(file))) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw Failure.of(ExitCode.FAILED, file + " is larger than 16 MiB.", "Divide it into several files.");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw Failure.usage(List.of(new Violation("-f", file, "a file that can be read (" + reason(e) + ")")));
        }
    }

    private static String reason(IOException e) {
        return switch (e) {
            case NoSuchFileException ignored -> "there is none of that name";
            case AccessDeniedException ignored -> "you may not read it";
            default -> String.valueOf(e.getMessage());
        };
    }

    private static void check(List<Document> documents) {
        List<String> wrong = new ArrayList<>();
        for (Document document : documents) {
            JsonNode json = document.json();
            if (!json.isObject()) {
                wrong.add(sentence(document.field(""), null, "an object with apiVersion, kind, metadata and spec"));
            } else {
                String version = Json.text(json, "/apiVersion");
                if (!version.equals(API_VERSION)) {
                    wrong.add(sentence(
                            document.field("/apiVersion"), version.isEmpty() ? "nothing" : version, API_VERSION));
                }
                if (Json.text(json, "/kind").isEmpty()) {
                    wrong.add(sentence(document.field("/kind"), "nothing", "a kind, e.g. Pool or Workload"));
                }
            }
        }
        if (!wrong.isEmpty()) {
            throw new Failure(
                    ExitCode.FAILED,
                    wrong.size() == 1 ? "A document is wrong." : wrong.size() + " documents are wrong.",
                    wrong,
                    null);
        }
    }

    private static String sentence(String field, @Nullable String value, String expected) {
        return new Violation(field, value, expected).sentence();
    }
}
