package dev.wellfield.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class LeadershipTest {
    private final TestDatabase database = TestDatabase.fresh();
    private final Database app = database.app();

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void the_first_becomes_the_leader_and_the_second_does_not() {
        assertThat(acquire("a")).contains(1L);

        assertThat(acquire("b")).isEmpty();
    }

    @Test
    void one_that_was_it_before_becomes_it_again_with_a_new_epoch() {
        acquire("a");

        assertThat(acquire("a")).contains(2L);
        assertThat(renew("a", 1)).isFalse();
        assertThat(renew("a", 2)).isTrue();
    }

    @Test
    void who_does_not_renew_loses_it_after_a_while() {
        acquire("a");
        expire();

        assertThat(acquire("b")).contains(2L);

        assertThat(renew("a", 1)).isFalse();
        assertThat(acquire("a")).isEmpty();
    }

    @Test
    void renewing_prolongs_it() {
        acquire("a");
        expire();

        assertThat(renew("a", 1)).as("nobody was quicker").isTrue();

        assertThat(acquire("b")).isEmpty();
        assertThat(database.ask("select expires_at > clock_timestamp() + interval '8 seconds' from leader"))
                .isEqualTo("t");
    }

    @Test
    void who_gives_it_up_lets_another_in_at_once() {
        acquire("a");

        run(tx -> tx.leadership().release("a", 1));

        assertThat(acquire("b")).contains(2L);
    }

    @Test
    void giving_up_what_one_has_lost_takes_nothing_from_the_new_leader() {
        acquire("a");
        expire();
        acquire("b");

        run(tx -> tx.leadership().release("a", 1));

        assertThat(acquire("c")).isEmpty();
    }

    @Test
    void after_a_takeover_nothing_is_written_under_the_old_epoch() {
        acquire("a");
        run(tx -> tx.leadership().require(1));
        expire();
        acquire("b");

        assertThatThrownBy(() -> run(tx -> {
                    tx.events()
                            .append(Event.of(Declared.NOW, "scheduler", null, "workload/a", "workload.running", null));
                    tx.leadership().require(1);
                }))
                .isInstanceOf(LostLeadership.class)
                .hasMessageContaining("epoch 1");
        assertThat(database.ask("select count(*) from event")).isEqualTo("0");
    }

    @Test
    void nobody_takes_over_while_a_decision_is_being_written() {
        acquire("a");
        expire();
        try (ExecutorService other = Executors.newSingleThreadExecutor()) {
            CompletableFuture<Optional<Long>> takeover = app.transaction(tx -> {
                tx.leadership().require(1);
                CompletableFuture<Optional<Long>> waiting = CompletableFuture.supplyAsync(() -> acquire("b"), other);
                awaitLock();
                assertThat(waiting).isNotDone();
                tx.events().append(Event.of(Declared.NOW, "scheduler", null, "workload/a", "workload.running", null));
                return waiting;
            });

            assertThat(takeover).succeedsWithin(Duration.ofSeconds(20)).isEqualTo(Optional.of(2L));
        }
        assertThat(database.ask("select count(*) from event")).isEqualTo("1");
        assertThatThrownBy(() -> run(tx -> tx.leadership().require(1))).isInstanceOf(LostLeadership.class);
    }

    private void awaitLock() {
        String waits = "select count(*) from pg_stat_activity where datname = current_database()"
                + " and wait_event_type = 'Lock'";
        Waiting.until(() -> "1".equals(database.ask(waits)));
    }

    private void expire() {
        database.execute("update leader set expires_at = clock_timestamp() - interval '1 millisecond'");
    }

    private Optional<Long> acquire(String holder) {
        return app.transaction(tx -> tx.leadership().acquire(holder));
    }

    private boolean renew(String holder, long epoch) {
        return app.transaction(tx -> tx.leadership().renew(holder, epoch));
    }

    private void run(Consumer<Transaction> work) {
        app.transaction(tx -> {
            work.accept(tx);
            return null;
        });
    }
}
