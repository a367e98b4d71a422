package dev.wellfield.store.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.random.RandomGenerator;

/** Chooses a port for a new server. */
final class Ports {
    /** Below the range that outgoing connections get theirs from: one of them could sit on ours at a restart. */
    private static final int FIRST = 15_000;

    private static final int LAST = 29_999;
    private static final int TRIES = 50;

    private Ports() {}

    /** One that is free now; somebody may still be faster than the server. */
    static int free(RandomGenerator random) {
        for (int i = 0; i < TRIES; i++) {
            int port = random.nextInt(FIRST, LAST + 1);
            if (isFree(port)) {
                return port;
            }
        }
        throw new EmbeddedPostgresException(
                EmbeddedPostgresException.Code.PORT_TAKEN,
                "No free port was found for PostgreSQL between %d and %d on %s in %d tries. Give one with a fixed number."
                        .formatted(FIRST, LAST, EmbeddedPostgres.HOST, TRIES));
    }

    static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.ofLiteral(EmbeddedPostgres.HOST), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
