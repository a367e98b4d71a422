package dev.wellfield.gateway;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/** An engine that says exactly what it is told to, for what the simulator doesn't do. Always healthy unless told. */
final class ScriptedEngine implements AutoCloseable {
    private final ServerSocket server;
    private final Script script;
    private final List<String> heads = new CopyOnWriteArrayList<>();
    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private volatile boolean healthy = true;

    /** Answers one chat request; the connection is closed when it returns false. */
    interface Script {
        boolean answer(int number, OutputStream out) throws IOException;
    }

    ScriptedEngine(Script script) {
        this.script = script;
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    /** Always the same bytes, then the connection is closed. */
    static ScriptedEngine saying(String raw) {
        return new ScriptedEngine((number, out) -> {
            out.write(raw.getBytes(StandardCharsets.UTF_8));
            return false;
        });
    }

    /** A stream of these events, ended in order. */
    static ScriptedEngine streaming(String... events) {
        return saying("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
                + String.join("", events));
    }

    static ScriptedEngine answering(int status, String json) {
        return saying("HTTP/1.1 %d X\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                .formatted(status, json.getBytes(StandardCharsets.UTF_8).length, json));
    }

    static String event(String data) {
        return "data: " + data + "\n\n";
    }

    /** A piece of choice 0 without usage. */
    static String piece(String text) {
        return event(
                "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"%s\"},\"finish_reason\":null}]}".formatted(text));
    }

    static String finish(String reason) {
        return event("{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"%s\"}]}".formatted(reason));
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort());
    }

    void setHealthy(boolean healthy) {
        this.healthy = healthy;
    }

    List<String> heads() {
        return heads;
    }

    List<String> bodies() {
        return bodies;
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            boolean goOn = true;
            while (goOn) {
                String head = head(socket.getInputStream());
                if (head.isEmpty()) {
                    return;
                }
                String body = new String(socket.getInputStream().readNBytes(length(head)), StandardCharsets.UTF_8);
                OutputStream out = socket.getOutputStream();
                if (head.startsWith("GET")) {
                    out.write("HTTP/1.1 %d X\r\nContent-Length: 0\r\n\r\n"
                            .formatted(healthy ? 200 : 503)
                            .getBytes(StandardCharsets.US_ASCII));
                } else {
                    bodies.add(body);
                    heads.add(head);
                    goOn = script.answer(heads.size(), out);
                }
                out.flush();
            }
        } catch (IOException left) {
            // The gateway has gone; so be it.
        }
    }

    private static String head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        String text = "";
        while (!text.endsWith("\r\n\r\n")) {
            int b = in.read();
            if (b < 0) {
                return "";
            }
            head.write(b);
            text = head.toString(StandardCharsets.US_ASCII);
        }
        return text;
    }

    private static int length(String head) {
        return head.lines()
                .map(line -> line.toLowerCase(Locale.ROOT))
                .filter(line -> line.startsWith("content-length:"))
                .mapToInt(line -> Integer.parseInt(line.substring(15).strip()))
                .findFirst()
                .orElse(0);
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
