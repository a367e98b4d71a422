package dev.wellfield.core.tenancy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class SignInThrottleTest {
    private static final Instant NOW = Instant.parse("2026-12-01T08:00:00Z");

    private final SignInThrottle throttle = new SignInThrottle();

    /** Attempts that are wrong, each as soon as it may be made; the instant after the last. */
    private Instant fail(String name, String address, int times, Instant from) {
        Instant now = from;
        for (int i = 0; i < times; i++) {
            now = attempt(name, address, now);
        }
        return now;
    }

    /** When it has begun. */
    private Instant attempt(String name, String address, Instant now) {
        Duration wait = throttle.begin(name, address, now);
        return wait.isZero() ? now : attempt(name, address, now.plus(wait));
    }

    @Test
    void five_wrong_passwords_are_free_and_then_the_wait_doubles_up_to_five_minutes() {
        for (int i = 0; i < 5; i++) {
            assertThat(throttle.begin("anna", "10.0.0.1", NOW)).isZero();
        }
        assertThat(throttle.begin("anna", "10.0.0.1", NOW)).isEqualTo(Duration.ofSeconds(1));
        Instant later = NOW.plusSeconds(1);
        assertThat(throttle.begin("anna", "10.0.0.1", later)).isZero();
        assertThat(throttle.begin("anna", "10.0.0.1", later)).isEqualTo(Duration.ofSeconds(2));

        Instant worn = fail("anna", "10.0.0.1", 20, later);

        assertThat(throttle.begin("anna", "10.0.0.1", worn)).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void somebody_elsewhere_signs_in_undisturbed_under_the_same_name() {
        Instant worn = fail("anna", "10.0.0.1", 10, NOW);

        assertThat(throttle.begin("anna", "10.0.0.2", worn)).isZero();
    }

    @Test
    void an_address_that_tries_many_names_waits_for_every_name() {
        for (int i = 0; i < 30; i++) {
            throttle.begin("name-" + i, "10.0.0.1", NOW);
        }

        assertThat(throttle.begin("another", "10.0.0.1", NOW)).isPositive();
        assertThat(throttle.begin("another", "10.0.0.2", NOW)).isZero();
    }

    @Test
    void a_name_that_is_tried_from_everywhere_waits_half_a_minute_at_most() {
        Instant now = NOW;
        for (int i = 0; i < 80; i++) {
            now = attempt("anna", "10.0.1." + i, now);
        }

        assertThat(throttle.begin("anna", "10.0.2.1", now)).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void the_right_password_makes_it_forget() {
        fail("anna", "10.0.0.1", 5, NOW);
        Instant later = NOW.plusSeconds(1);
        assertThat(throttle.begin("anna", "10.0.0.1", later)).isZero();

        throttle.succeeded("anna", "10.0.0.1", later);

        assertThat(throttle.begin("anna", "10.0.0.1", later)).isZero();
    }

    @Test
    void a_quarter_of_an_hour_makes_it_forget() {
        Instant worn = fail("anna", "10.0.0.1", 20, NOW);

        assertThat(throttle.begin("anna", "10.0.0.1", worn.plus(Duration.ofMinutes(16))))
                .isZero();
        assertThat(throttle.begin("anna", "10.0.0.1", worn.plus(Duration.ofMinutes(16))))
                .isZero();
    }

    @Test
    void it_holds_a_limited_number_of_names() {
        for (int i = 0; i < 6; i++) {
            throttle.begin("first", "10.9.9.9", NOW);
        }
        for (int i = 0; i < 11_000; i++) {
            throttle.begin("name-" + i, "address-" + i, NOW);
        }

        assertThat(throttle.begin("first", "10.9.9.9", NOW)).isZero();
    }
}
