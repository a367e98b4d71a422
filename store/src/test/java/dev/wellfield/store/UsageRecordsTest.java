package dev.wellfield.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.core.serving.UsageRecord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class UsageRecordsTest {
    private final TestDatabase database = TestDatabase.fresh();
    private final Database app = database.app();

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void what_was_read_is_not_read_again() {
        UsageRecord first = store();
        assertThat(read(100)).containsExactly(first);
        assertThat(read(100)).isEmpty();

        UsageRecord second = store();

        assertThat(read(100)).containsExactly(second);
    }

    @Test
    void what_was_read_in_vain_is_read_again() {
        UsageRecord record = store();

        assertThat(app.<List<UsageRecord>>transaction(
                        tx -> tx.usageRecords().unread(100).records()))
                .containsExactly(record);

        assertThat(read(100)).containsExactly(record);
    }

    @Test
    void a_record_that_is_committed_late_is_never_passed_over() {
        UsageRecord late = Records.at(Declared.NOW);
        UsageRecord early = app.transaction(slow -> {
            slow.usageRecords().insert(List.of(late));
            UsageRecord committed = store();

            assertThat(read(100)).as("an older transaction still runs").isEmpty();
            return committed;
        });

        assertThat(read(100)).containsExactlyInAnyOrder(late, early);
        assertThat(read(100)).isEmpty();
    }

    @Test
    void a_record_whose_transaction_failed_holds_nothing_up() {
        try {
            app.transaction(tx -> {
                tx.usageRecords().insert(List.of(Records.at(Declared.NOW)));
                throw new IllegalArgumentException("no");
            });
        } catch (IllegalArgumentException expected) {
            assertThat(expected).hasMessage("no");
        }

        UsageRecord record = store();

        assertThat(read(100)).containsExactly(record);
    }

    @Test
    void a_limit_cuts_between_transactions_and_loses_nothing() {
        List<UsageRecord> all = new ArrayList<>();
        for (int batch = 0; batch < 5; batch++) {
            List<UsageRecord> records =
                    List.of(Records.at(Declared.NOW), Records.at(Declared.NOW), Records.at(Declared.NOW));
            app.transaction(tx -> tx.usageRecords().insert(records));
            all.addAll(records);
        }

        List<UsageRecord> read = new ArrayList<>();
        for (List<UsageRecord> some = read(4); !some.isEmpty(); some = read(4)) {
            assertThat(some.size()).isIn(3, 6);
            read.addAll(some);
        }

        assertThat(read).containsExactlyInAnyOrderElementsOf(all);
    }

    private UsageRecord store() {
        UsageRecord record = Records.at(Declared.NOW);
        assertThat(app.<Integer>transaction(tx -> tx.usageRecords().insert(List.of(record))))
                .isEqualTo(1);
        return record;
    }

    private List<UsageRecord> read(int limit) {
        return app.transaction(tx -> {
            UsageRecords.Unread unread = tx.usageRecords().unread(limit);
            tx.usageRecords().read(unread.until());
            return unread.records();
        });
    }
}
