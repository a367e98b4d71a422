package dev.wellfield.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.wellfield.cli.show.Terminal;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FollowingTest {
    @Test
    void ten_connections_in_a_row_that_bring_nothing_are_the_end() throws Exception {
        AtomicInteger connections = new AtomicInteger();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String events = connections.incrementAndGet() == 3 ? "event: log\ndata: {}\n\n" : ": nothing\n\n";
            exchange.sendResponseHeaders(200, events.length());
            exchange.getResponseBody().write(events.getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        server.start();
        PrintStream nowhere = new PrintStream(PrintStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        Terminal terminal = new Terminal(
                InputStream.nullInputStream(), nowhere, nowhere, Map.of(), InstantSource.system(), false, false);
        Rest rest =
                new Rest(URI.create("http://127.0.0.1:" + server.getAddress().getPort()), null, terminal);

        assertThatThrownBy(() -> new Following(
                                rest, ApiPath.of("events", "stream"), null, event -> true, Duration.ofMillis(1))
                        .run())
                .isInstanceOf(Failure.class)
                .hasMessageContaining("broke 10 times in a row");

        assertThat(connections).hasValue(13);
        server.stop(0);
    }
}
