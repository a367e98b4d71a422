package dev.wellfield.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wellfield.core.pool.Dimension;
import dev.wellfield.core.tenancy.Limit;
import dev.wellfield.core.tenancy.Quota;
import dev.wellfield.core.tenancy.Quota.OverQuota;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class QuotasTest {
    private final TestDatabase database = TestDatabase.fresh();
    private final Database app = database.app();

    @BeforeEach
    void declare() {
        Declared.in(app);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void the_highest_version_is_in_force_and_the_others_stay() {
        assertThat(add(
                        2,
                        "{'limits': {'CARDS': {'guarantee': 500, 'ceiling': 2000}}, 'overQuota': 'REFUSE',"
                                + " 'memoryPerCardMib': 35840}"))
                .isTrue();

        Quota quota = app.<List<Quota>>transaction(tx -> tx.quotas().current("vision"))
                .getFirst();

        assertThat(quota.version()).isEqualTo(2);
        assertThat(quota.limit(Dimension.CARDS)).isEqualTo(new Limit(500, 2000L));
        assertThat(quota.overQuota()).isEqualTo(OverQuota.REFUSE);
        assertThat(quota.memoryPerCardMib()).isEqualTo(35_840);
        assertThat(database.ask("select count(*) from quota")).isEqualTo("2");
        assertThat(app.<Optional<Quotas.Version>>transaction(tx -> tx.quotas().find("vision", "a100")))
                .hasValueSatisfying(version -> assertThat(version.changedBy()).isEqualTo("oscar"));
        assertThat(app.<List<Quota>>transaction(tx -> tx.quotas().current("speech")))
                .isEmpty();
    }

    @Test
    void only_the_next_version_is_taken() {
        assertThat(add(1, "{}")).isFalse();
        assertThat(add(3, "{}")).isFalse();
        assertThat(add(2, "{}")).isTrue();
        assertThat(add(2, "{}")).isFalse();
    }

    @Test
    void of_two_changes_at_once_one_is_made() {
        try (ExecutorService other = Executors.newSingleThreadExecutor()) {
            CompletableFuture<Boolean> second = app.transaction(tx -> {
                assertThat(tx.quotas()
                                .add(Declared.VISION, Declared.POOL, 2, Declared.json("{}"), "oscar", Declared.NOW))
                        .isTrue();
                CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(() -> add(2, "{}"), other);
                Waiting.until(() -> "1".equals(database.ask("select count(*) from pg_locks where not granted")));
                return waiting;
            });

            assertThat(second).succeedsWithin(Duration.ofSeconds(20)).isEqualTo(false);
        }
    }

    @Test
    void a_quota_that_contradicts_itself_names_the_dimension() {
        assertThatThrownBy(() -> QuotaSpecs.quota(
                        "vision", "a100", Declared.json("{'limits': {'MEMORY': {'guarantee': 2, 'ceiling': 1}}}"), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("MEMORY: ceiling (1) must be at least the guarantee (2)");
    }

    private boolean add(int version, String spec) {
        return app.transaction(tx ->
                tx.quotas().add(Declared.VISION, Declared.POOL, version, Declared.json(spec), "oscar", Declared.NOW));
    }
}
