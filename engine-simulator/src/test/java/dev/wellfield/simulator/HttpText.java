package dev.wellfield.simulator;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads one HTTP/1.1 response from bytes as they come, chunk by chunk. */
final class HttpText {

    private final InputStream in;
    private final int status;
    private final Map<String, String> headers = new TreeMap<>();

    /** Reads the head; throws {@link EOFException} if there is none. */
    HttpText(InputStream in) throws IOException {
        this.in = in;
        String[] first = line().split(" ");
        this.status = Integer.parseInt(first[first[0].startsWith("HTTP/") ? 1 : 0]);
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
    }

    int status() {
        return status;
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    /** The next chunk; empty at the body's orderly end. Throws {@link EOFException} if the socket ends before that. */
    Optional<byte[]> chunk() throws IOException {
        int length = Integer.parseInt(line(), 16);
        byte[] chunk = exactly(length);
        if (!line().isEmpty()) {
            throw new IOException("a chunk is longer than it said");
        }
        return length == 0 ? Optional.empty() : Optional.of(chunk);
    }

    String body() throws IOException {
        if (headers.containsKey("content-length")) {
            return text(exactly(Integer.parseInt(headers.get("content-length"))));
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (Optional<byte[]> chunk = chunk(); chunk.isPresent(); chunk = chunk()) {
            bytes.write(chunk.get());
        }
        return text(bytes.toByteArray());
    }

    /** All that is left of a body without chunks, whatever its head says of its length. */
    String rest() throws IOException {
        return text(in.readAllBytes());
    }

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private byte[] exactly(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the socket ended after %d of %d bytes".formatted(bytes.length, length));
        }
        return bytes;
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException("the socket ended in a line");
            }
            line.write(b);
        }
        return text(line.toByteArray()).stripTrailing();
    }
}
