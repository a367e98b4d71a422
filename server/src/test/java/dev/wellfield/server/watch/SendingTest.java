package dev.wellfield.server.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is sent where, how it is signed, and how often it is tried. */
class SendingTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://hooks.example.com/a?b=c",
                "http://localhost:8080/",
                "http://127.0.0.1:9/x",
                "http://[::1]:9",
                "http://10.1.2.3/",
                "HTTPS://Hooks.Example.com"
            })
    void ordinary_and_loopback_addresses_may_be_sent_to(String url) {
        assertThat(Destination.wrong(url)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://hooks.example.com/",
                "hooks.example.com",
                "https:///path",
                "https://user:word@hooks.example.com/",
                "https://hooks.example.com/#part",
                "https://two words/",
                "http://169.254.169.254/latest/meta-data",
                "http://[fe80::1]/",
                "http://[::ffff:169.254.169.254]/",
                "http://[fd00:ec2::254]/",
                "http://100.100.100.200/",
                "http://168.63.129.16/",
                "http://0.0.0.0/",
                "http://224.0.0.1/"
            })
    void other_schemes_and_addresses_of_secrets_are_refused(String url) {
        assertThat(Destination.wrong(url)).isPresent();
    }

    @Test
    void what_a_name_stands_for_is_checked_when_it_is_sent_to() throws UnknownHostException {
        assertThat(Destination.resolve("localhost").isLoopbackAddress()).isTrue();
        assertThatThrownBy(() -> Destination.resolve("169.254.1.1"))
                .hasMessage("169.254.1.1 is 169.254.1.1, which webhooks don't send to");
    }

    @Test
    void the_eighth_attempt_that_fails_is_the_last() {
        Instant now = Instant.EPOCH;

        assertThat(WebhookSender.next(0, now)).isEqualTo(now.plusSeconds(5));
        assertThat(WebhookSender.next(6, now)).isEqualTo(now.plusSeconds(6 * 3600));
        assertThat(WebhookSender.next(7, now)).isNull();
    }

    @Test
    void a_failure_is_told_by_its_message_and_not_longer_than_a_line() {
        assertThat(WebhookSender.failure(new ConnectException("Connection refused: /127.0.0.1:1")))
                .isEqualTo("can't be sent: Connection refused: /127.0.0.1:1");
        assertThat(WebhookSender.failure(new ConnectException())).isEqualTo("ConnectException");
        assertThat(WebhookSender.failure(new ConnectException("x".repeat(1000))))
                .hasSize(300);
    }

    @Test
    void signatures_are_those_of_standard_webhooks() {
        assertThat(Signature.of(
                        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                        "msg_p5jXN8AQM9LWM0D4loKWxJek",
                        Instant.ofEpochSecond(1_614_265_330),
                        "{\"test\": 2432232314}"))
                .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }
}
