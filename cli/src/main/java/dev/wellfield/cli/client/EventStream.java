package dev.wellfield.cli.client;

import dev.wellfield.cli.show.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Server-sent events of one connection. A connection that is silent for too long counts as broken. */
public final class EventStream implements AutoCloseable {
    private final BufferedReader in;

    EventStream(InputStream body) {
        this.in = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
    }

    /** The next event; null when the connection has ended, is broken or is silent. */
    public @Nullable ServerEvent next() {
        try {
            return read();
        } catch (IOException | JacksonException e) {
            return null;
        }
    }

    private @Nullable ServerEvent read() throws IOException {
        String name = "message";
        String id = null;
        StringBuilder data = new StringBuilder();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.isEmpty()) {
                if (!data.isEmpty()) {
                    return new ServerEvent(name, id, Json.parse(data.toString()));
                }
                name = "message";
            } else if (line.startsWith("event:")) {
                name = value(line, "event:");
            } else if (line.startsWith("id:")) {
                id = value(line, "id:");
            } else if (line.startsWith("data:")) {
                data.append(data.isEmpty() ? "" : "\n").append(value(line, "data:"));
            }
        }
        return null;
    }

    private static String value(String line, String field) {
        String value = line.substring(field.length());
        return value.startsWith(" ") ? value.substring(1) : value;
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            // It is closed all the same, and nothing more is wanted of it.
        }
    }
}
