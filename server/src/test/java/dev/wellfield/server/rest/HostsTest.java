package dev.wellfield.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HostsTest {
    @Test
    void a_server_on_loopback_answers_to_loopbacks_names_with_any_port() {
        Hosts hosts = Hosts.of("127.0.0.1", List.of("Wellfield.example"));

        for (String host :
                List.of("localhost", "LOCALHOST:8470", "127.0.0.1:1", "[::1]", "[::1]:8470", "wellfield.example:80")) {
            assertThat(hosts.allows(List.of(host))).as(host).isTrue();
        }
    }

    @Test
    void a_server_on_loopback_answers_to_no_other_name() {
        Hosts hosts = Hosts.of("::1", List.of());

        for (String host : List.of(
                "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", "[::2]", "10.0.0.1:8470")) {
            assertThat(hosts.allows(List.of(host))).as(host).isFalse();
        }
        assertThat(hosts.allows(List.of())).isFalse();
        assertThat(hosts.allows(List.of("localhost", "localhost"))).isFalse();
    }

    @Test
    void a_server_on_another_address_answers_to_any_name() {
        assertThat(Hosts.of("0.0.0.0", List.of()).allows(List.of("anything"))).isTrue();
    }

    @Test
    void a_request_for_another_host_gets_421() {
        try (StubServer server = StubServer.start()) {
            String answer = Wire.exchange(server, "GET /healthz HTTP/1.1\r\nHost: evil.example\r\n\r\n");

            assertThat(answer).startsWith("HTTP/1.1 421").contains("application/problem+json");
        }
    }
}
