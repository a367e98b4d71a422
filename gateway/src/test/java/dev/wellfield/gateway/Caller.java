package dev.wellfield.gateway;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A caller on a bare socket, who can leave in any way and at any moment. Reads time out after 10 s. */
final class Caller implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;

    Caller(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(10_000);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** Sends a chat request; more headers as whole lines. */
    Caller chat(String key, String body, String... headers) throws IOException {
        return post("/v1/chat/completions", key, body, headers);
    }

    Caller post(String path, String key, String body, String... headers) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        StringBuilder head =
                new StringBuilder("POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n");
        head.append("Authorization: Bearer ").append(key).append("\r\n");
        head.append("Content-Length: ").append(bytes.length).append("\r\n");
        for (String header : headers) {
            head.append(header).append("\r\n");
        }
        send(head.append("\r\n").toString());
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        return this;
    }

    Caller get(String path, String key) throws IOException {
        return send("GET " + path + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + key + "\r\n\r\n");
    }

    Caller send(String raw) throws IOException {
        socket.getOutputStream().write(raw.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
        return this;
    }

    /** An answer's head. */
    record Head(int status, Map<String, String> headers) {
        String header(String name) {
            return headers.getOrDefault(name, "");
        }

        /** Of an answer that has no body. */
        Answer asAnswer() {
            return new Answer(status, headers, "");
        }
    }

    /** A whole answer; its body is what it was before it was chunked. */
    record Answer(int status, Map<String, String> headers, String body) {
        String header(String name) {
            return headers.getOrDefault(name, "");
        }
    }

    Head head() throws IOException {
        String status = line();
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        return new Head(Integer.parseInt(status.split(" ")[1]), headers);
    }

    /** Reads a whole answer; one that breaks off throws {@link EOFException}. */
    Answer answer() throws IOException {
        Head head = head();
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        if (head.header("transfer-encoding").equals("chunked")) {
            for (byte[] chunk = chunk(); chunk.length > 0; chunk = chunk()) {
                body.write(chunk);
            }
        } else {
            body.write(exactly(Integer.parseInt(head.header("content-length"))));
        }
        return new Answer(head.status(), head.headers(), body.toString(StandardCharsets.UTF_8));
    }

    /** The next HTTP chunk; empty at the end. */
    byte[] chunk() throws IOException {
        int length = Integer.parseInt(line(), 16);
        byte[] bytes = exactly(length);
        line();
        return bytes;
    }

    /** Reads on until a text has come by; returns all that was read. */
    String until(String text) throws IOException {
        StringBuilder read = new StringBuilder();
        while (read.length() < text.length()
                || !text.contentEquals(read.subSequence(read.length() - text.length(), read.length()))) {
            int b = in.read();
            if (b < 0) {
                throw new EOFException("closed before '" + text + "', after: " + read);
            }
            read.append((char) b);
        }
        return read.toString();
    }

    private byte[] exactly(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("closed in the middle");
        }
        return bytes;
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException("closed");
            }
            if (b != '\r') {
                line.write(b);
            }
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    /** Whether the other side has closed; waits for it. */
    boolean isClosedByGateway() throws IOException {
        return in.read() < 0;
    }

    /** Leaves in order: FIN. */
    void leave() throws IOException {
        socket.close();
    }

    /** Leaves half: will send no more, would still read. */
    void stopSending() throws IOException {
        socket.shutdownOutput();
    }

    /** Leaves without a word: RST. */
    void slam() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
