package dev.wellfield.cli;

import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.Violation;
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

/** Reads the documents of files: YAML, several of them divided by {@code ---}, or JSON, one or an array of them. */
final class Documents {
    private static final int MOST_BYTES = 16 << 20;
    private static final Pattern JSON_BEGINS = Pattern.compile("(?s)\\s*(\\{\\s*[\"}]|\\[\\s*[{\\]]).*");

    private Documents() {}

    /** Every document of every file, in order; at least one. What they say is for the server to judge. */
    static List<Document> read(List<String> files, Terminal terminal) {
        List<Document> documents = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        for (String file : files) {
            String source = file.equals("-") ? "stdin" : file;
            String text = text(file, terminal);
            boolean json = file.endsWith(".json") || JSON_BEGINS.matcher(text).matches();
            documents.addAll(new DocumentReader(source, text, json, wrong).read());
        }
        if (wrong.size() == 1) {
            throw Failure.of(ExitCode.FAILED, wrong.getFirst());
        }
        if (!wrong.isEmpty()) {
            throw new Failure(ExitCode.FAILED, wrong.size() + " things can't be read.", wrong, null);
        }
        if (documents.isEmpty()) {
            throw Failure.of(ExitCode.FAILED, String.join(", ", files) + ": there is no document in it.");
        }
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
}
