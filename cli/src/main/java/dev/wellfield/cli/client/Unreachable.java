package dev.wellfield.cli.client;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Says why a server could not be reached. */
final class Unreachable {
    private Unreachable() {}

    static Failure failure(URI server, IOException e) {
        return Failure.of(
                ExitCode.UNREACHABLE,
                sentence(server, e),
                "`wellfield up` starts a server on this machine; `wellfield context list` shows the servers you know.");
    }

    private static String sentence(URI server, IOException e) {
        if (causedBy(e, UnresolvedAddressException.class)) {
            return "No host is named " + server.getHost() + ".";
        }
        return switch (e) {
            case HttpConnectTimeoutException ignored -> server + " can't be reached: no connection within 5 s.";
            case HttpTimeoutException ignored -> server + " did not answer within 60 s.";
            case ConnectException ignored -> "No server answers at " + server + ".";
            case SSLException ssl -> "No secure connection to " + server + ": " + ssl.getMessage() + ".";
            default ->
                "The connection to " + server + " broke" + (e.getMessage() == null ? "." : ": " + e.getMessage() + ".");
        };
    }

    private static boolean causedBy(@Nullable Throwable e, Class<? extends Throwable> type) {
        for (Throwable at = e; at != null; at = at.getCause()) {
            if (type.isInstance(at)) {
                return true;
            }
        }
        return false;
    }
}
