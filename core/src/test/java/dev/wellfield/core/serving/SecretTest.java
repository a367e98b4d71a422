package dev.wellfield.core.serving;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SecretTest {
    @Test
    void a_secret_is_its_kind_and_256_random_bits() {
        Secret secret = Secret.generate("sk-wf-", new Random(1));

        assertThat(secret.text()).matches("sk-wf-[A-Za-z0-9_-]{43}");
    }

    @Test
    void secrets_differ() {
        Random random = new Random(1);
        Set<String> texts = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            texts.add(Secret.generate("wft_", random).text());
        }

        assertThat(texts).hasSize(1_000);
    }

    @Test
    void it_is_kept_as_sha_256_and_found_by_what_somebody_presents() {
        assertThat(new Secret("abc").hash())
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assertThat(Secret.hash("abc")).isEqualTo(new Secret("abc").hash());
        assertThat(Secret.hash("abd")).isNotEqualTo(new Secret("abc").hash());
        assertThat(Secret.hash("")).hasSize(64);
        assertThat(Secret.hash("井田")).hasSize(64);
    }

    @Test
    void what_may_be_shown_later_is_only_its_beginning() {
        Secret secret = Secret.generate("sk-wf-", new Random(1));

        assertThat(secret.prefix()).hasSize(12).isEqualTo(secret.text().substring(0, 12));
        assertThat(secret).hasToString(secret.prefix() + "…");
        assertThat("log line: " + secret).doesNotContain(secret.text());
        assertThat(new Secret("short").prefix()).isEqualTo("short");
    }
}
