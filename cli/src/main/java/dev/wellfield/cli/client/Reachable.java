package dev.wellfield.cli.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;

/** Whether anything listens at an address. */
public final class Reachable {
    private static final int CONNECT_MILLIS = 3000;

    private Reachable() {}

    /** Connects and leaves again; within three seconds. */
    public static boolean answers(String url) {
        URI address = URI.create(url);
        int port = address.getPort() >= 0 ? address.getPort() : "https".equals(address.getScheme()) ? 443 : 80;
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address.getHost(), port), CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
