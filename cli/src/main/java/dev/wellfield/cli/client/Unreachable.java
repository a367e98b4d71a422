package dev.wellfield.cli.client;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;

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
        return switch (e) {
            case UnknownHostException ignored -> "No host is named " + server.getHost() + ".";
            case ConnectException ignored -> "No server answers at " + server + ".";
            case SocketTimeoutException timeout -> timedOut(server, timeout);
            case SSLException ssl -> "No secure connection to " + server + ": " + ssl.getMessage() + ".";
            default ->
                "The connection to " + server + " broke" + (e.getMessage() == null ? "." : ": " + e.getMessage() + ".");
        };
    }

    private static String timedOut(URI server, SocketTimeoutException e) {
        boolean connecting = String.valueOf(e.getMessage()).startsWith("Connect");
        return connecting
                ? server + " can't be reached: no connection within 5 s."
                : server + " did not answer within 60 s.";
    }
}
