package dev.wellfield.simulator;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One request over a plain socket, so that a test sees every byte and can leave whenever it wants. */
final class Call implements AutoCloseable {

    private final Socket socket;
    private @Nullable HttpText response;

    /** Sends a request; headers are "name: value". */
    Call(String baseUrl, String method, String path, String body, String... headers) {
        try {
            URI uri = URI.create(baseUrl);
            socket = new Socket();
            // Small, so that a test that doesn't read is soon felt by the engine.
            socket.setReceiveBufferSize(16 * 1024);
            socket.connect(new InetSocketAddress(uri.getHost(), uri.getPort()));
            socket.setSoTimeout(20_000);
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            StringBuilder head = new StringBuilder(method + " " + path + " HTTP/1.1\r\nhost: engine\r\n");
            if (bytes.length > 0) {
                head.append("content-type: application/json\r\n");
            }
            for (String header : headers) {
                head.append(header).append("\r\n");
            }
            head.append("content-length: ").append(bytes.length).append("\r\n\r\n");
            socket.getOutputStream().write(head.toString().getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private HttpText response() throws IOException {
        if (response == null) {
            response = new HttpText(new BufferedInputStream(socket.getInputStream()));
        }
        return response;
    }

    int status() {
        try {
            return response().status();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Optional<String> header(String name) {
        try {
            return response().header(name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The rest of the body. */
    String body() {
        try {
            return response().body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The next HTTP chunk; empty at the body's orderly end. */
    Optional<String> chunk() {
        try {
            return response().chunk().map(HttpText::text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<String> chunks() {
        List<String> chunks = new ArrayList<>();
        for (Optional<String> chunk = chunk(); chunk.isPresent(); chunk = chunk()) {
            chunks.add(chunk.get());
        }
        return chunks;
    }

    /** Whether nothing comes within so many milliseconds. */
    boolean hasNothingFor(int millis) {
        try {
            socket.setSoTimeout(millis);
            int read = socket.getInputStream().read();
            throw new AssertionError("there came " + read);
        } catch (SocketTimeoutException e) {
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Says that no more will be sent, and still listens. */
    void halfClose() {
        try {
            socket.shutdownOutput();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Closes the connection, wherever the answer stands. */
    void leave() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        leave();
    }
}
