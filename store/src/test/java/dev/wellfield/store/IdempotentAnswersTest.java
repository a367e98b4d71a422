package dev.wellfield.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.store.IdempotentAnswers.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class IdempotentAnswersTest {
    private static final Answer ANSWER = new Answer("hash", 201, Declared.json("{'id': 'x', 'amount': 1.50}"));

    private final TestDatabase database = TestDatabase.fresh();
    private final Database app = database.app();

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void an_answer_is_found_by_its_principal_and_key_only() {
        insert("tina", "key", Declared.NOW);

        assertThat(find("tina", "key", Declared.NOW)).contains(ANSWER);
        assertThat(find("tina", "other", Declared.NOW)).isEmpty();
        assertThat(find("ivan", "key", Declared.NOW)).isEmpty();
    }

    @Test
    void after_a_day_it_is_forgotten_and_its_key_is_free() {
        insert("tina", "key", Declared.NOW);
        Instant nextDay = Declared.NOW.plus(Duration.ofHours(24));

        assertThat(find("tina", "key", nextDay.minusSeconds(1))).contains(ANSWER);
        assertThat(find("tina", "key", nextDay)).isEmpty();
        insert("tina", "key", nextDay);

        assertThat(database.ask("select count(*) from idempotency")).isEqualTo("1");
    }

    @Test
    void a_second_request_with_the_same_key_waits_for_the_first_and_gets_its_answer() {
        try (ExecutorService other = Executors.newSingleThreadExecutor()) {
            CompletableFuture<Optional<Answer>> second = app.transaction(tx -> {
                assertThat(tx.idempotentAnswers().find("tina", "key", Declared.NOW))
                        .isEmpty();
                CompletableFuture<Optional<Answer>> waiting =
                        CompletableFuture.supplyAsync(() -> find("tina", "key", Declared.NOW), other);
                Waiting.until(() -> "1".equals(database.ask("select count(*) from pg_locks where not granted")));
                assertThat(find("tina", "another", Declared.NOW))
                        .as("others don't wait")
                        .isEmpty();
                assertThat(waiting).isNotDone();
                tx.idempotentAnswers().insert("tina", "key", ANSWER, Declared.NOW);
                return waiting;
            });

            assertThat(second).succeedsWithin(Duration.ofSeconds(20)).isEqualTo(Optional.of(ANSWER));
        }
    }

    @Test
    void if_the_first_fails_the_second_may_do_it() {
        try {
            app.transaction(tx -> {
                tx.idempotentAnswers().find("tina", "key", Declared.NOW);
                tx.idempotentAnswers().insert("tina", "key", ANSWER, Declared.NOW);
                throw new IllegalArgumentException("no");
            });
        } catch (IllegalArgumentException expected) {
            assertThat(expected).hasMessage("no");
        }

        assertThat(find("tina", "key", Declared.NOW)).isEmpty();
    }

    private Optional<Answer> find(String principal, String key, Instant now) {
        return app.transaction(tx -> tx.idempotentAnswers().find(principal, key, now));
    }

    private void insert(String principal, String key, Instant now) {
        app.transaction(tx -> {
            tx.idempotentAnswers().insert(principal, key, ANSWER, now);
            return null;
        });
    }
}
