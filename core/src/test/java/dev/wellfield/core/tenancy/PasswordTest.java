package dev.wellfield.core.tenancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PasswordTest {
    private static final String GOOD = "four random words here";

    private static PasswordHash cheap(String password) {
        return PasswordHash.of(password, 2, new Random(1));
    }

    @Test
    void a_password_matches_its_hash_and_no_other_does() {
        PasswordHash kept = PasswordHash.parse(cheap("井田 shared field").text());

        assertThat(kept.matches("井田 shared field")).isTrue();
        assertThat(kept.matches("井田 shared fielD")).isFalse();
        assertThat(kept.matches("")).isFalse();
    }

    @Test
    void the_hash_is_pbkdf2_as_rfc_7914_has_it() {
        // RFC 7914, section 11: P = "passwd", S = "salt", c = 1, the first 32 of 64 bytes
        PasswordHash known = PasswordHash.parse("pbkdf2-sha256$1$c2FsdA$VawEblbjCJ/sFpHCJUS2BflBhSFt3gRl5oudV8INrLw");

        assertThat(known.matches("passwd")).isTrue();
    }

    @Test
    void the_same_password_is_kept_differently_each_time() {
        Random random = new Random(2);

        assertThat(PasswordHash.of(GOOD, 2, random).text())
                .isNotEqualTo(PasswordHash.of(GOOD, 2, random).text());
    }

    @Test
    void a_hash_made_with_fewer_iterations_is_outdated() {
        assertThat(cheap(GOOD).outdated()).isTrue();
        assertThat(new PasswordHash(PasswordHash.ITERATIONS, "AA", "AA").outdated())
                .isFalse();
    }

    @Test
    void a_hash_is_never_printed() {
        assertThat(cheap(GOOD).toString())
                .doesNotContain(cheap(GOOD).hash(), cheap(GOOD).salt());
    }

    @Test
    void what_is_no_hash_is_refused() {
        assertThatThrownBy(() -> PasswordHash.parse("plain text")).hasMessageContaining("no password hash");
    }

    @ParameterizedTest
    @ValueSource(strings = {"four random words here", "共有的田地分给每一家耕种", "aaaaaaaaaab1"})
    void a_long_one_is_taken_whatever_it_is_made_of(String password) {
        assertThat(PasswordRule.wrong(password, List.of("anna", "anna@example.com")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"eleven char", "password1234", "PASSWORD1234", "111111111111", "Anna@Example.com", "abababababab"
            })
    void what_is_short_or_guessed_first_is_refused(String password) {
        assertThat(PasswordRule.wrong(password, List.of("anna", "anna@example.com")))
                .isPresent();
    }

    @Test
    void length_is_counted_in_characters_and_ends_somewhere() {
        assertThat(PasswordRule.wrong("\uD83C\uDF31".repeat(6) + "abc", List.of()))
                .isPresent();
        assertThat(PasswordRule.wrong("abc".repeat(43), List.of())).isPresent();
    }
}
