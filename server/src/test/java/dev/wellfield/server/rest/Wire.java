package dev.wellfield.server.rest;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** Talks to a server byte by byte, for what a proper client wouldn't send. */
final class Wire implements AutoCloseable {
    private static final int PATIENCE_MS = 10_000;

    private final Socket socket;
    private final InputStream in;

    Wire(StubServer server) {
        try {
            socket = new Socket(InetAddress.getLoopbackAddress(), server.server.port());
            socket.setSoTimeout(PATIENCE_MS);
            in = new BufferedInputStream(socket.getInputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends all and reads the head of the answer and what came with it. */
    static String exchange(StubServer server, String request) {
        try (Wire wire = new Wire(server)) {
            return wire.send(request).head();
        }
    }

    Wire send(String text) {
        return send(text.getBytes(StandardCharsets.UTF_8));
    }

    Wire send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads until the end of the head or of the connection. */
    String head() {
        return until("\r\n\r\n");
    }

    /** Reads until {@code end} has been read or the connection ends. */
    String until(String end) {
        StringBuilder text = new StringBuilder();
        try {
            while (!endsWith(text, end)) {
                int next = in.read();
                if (next < 0) {
                    break;
                }
                text.append((char) next);
            }
        } catch (SocketException e) {
            return text.toString(); // cut off
        } catch (IOException e) {
            throw new UncheckedIOException("after \"" + text + "\"", e);
        }
        return text.toString();
    }

    private static boolean endsWith(StringBuilder text, String end) {
        return text.length() >= end.length() && text.indexOf(end, text.length() - end.length()) >= 0;
    }

    /** Everything up to the end of the connection. */
    String all() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            in.transferTo(bytes);
        } catch (SocketTimeoutException e) {
            throw new UncheckedIOException(e);
        } catch (IOException e) {
            // cut off
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
