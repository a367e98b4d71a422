package dev.wellfield.cli.client;

import dev.wellfield.cli.show.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Server-sent events of one connection. A virtual thread reads the lines and waits when {@value #AHEAD} of them are ahead;
 * the command's thread takes events. A connection that is silent for too long counts as broken: the server sends at least a
 * comment every few seconds.
 */
public final class EventStream implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(45);
    private static final int AHEAD = 256;

    private final InputStream body;
    private final BlockingQueue<Line> lines = new ArrayBlockingQueue<>(AHEAD);
    private final Thread reader;

    private EventStream(InputStream body) {
        this.body = body;
        this.reader = Thread.ofVirtual().unstarted(this::read);
    }

    static EventStream of(InputStream body) {
        EventStream stream = new EventStream(body);
        stream.reader.start();
        return stream;
    }

    private sealed interface Line {
        record Text(String text) implements Line {}

        record End() implements Line {}
    }

    private void read() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.put(new Line.Text(line));
            }
            lines.put(new Line.End());
        } catch (IOException e) {
            end();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void end() {
        try {
            lines.put(new Line.End());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The next event; null when the connection has ended, is broken or is silent. */
    public @Nullable ServerEvent next() {
        String name = "message";
        String id = null;
        StringBuilder data = new StringBuilder();
        while (take() instanceof Line.Text(String line)) {
            if (line.isEmpty()) {
                if (!data.isEmpty()) {
                    return event(name, id, data.toString());
                }
                name = "message";
            } else if (line.startsWith("event:")) {
                name = value(line, 6);
            } else if (line.startsWith("id:")) {
                id = value(line, 3);
            } else if (line.startsWith("data:")) {
                data.append(data.isEmpty() ? "" : "\n").append(value(line, 5));
            }
        }
        return null;
    }

    private static @Nullable ServerEvent event(String name, @Nullable String id, String data) {
        try {
            return new ServerEvent(name, id, Json.parse(data));
        } catch (JacksonException e) {
            return null;
        }
    }

    private static String value(String line, int from) {
        return line.startsWith(" ", from) ? line.substring(from + 1) : line.substring(from);
    }

    private @Nullable Line take() {
        try {
            return lines.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    @Override
    public void close() {
        reader.interrupt();
        try {
            body.close();
        } catch (IOException e) {
            // It is closed all the same, and nothing more is wanted of it.
        }
    }
}
