package dev.wellfield.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wellfield.core.serving.UsageRecord;
import dev.wellfield.core.serving.UsageSinkContract;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class SchemaTest {
    private final TestDatabase database = TestDatabase.forOneTest();

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void migrating_again_changes_nothing() {
        String before = database.ask("select count(*) || ' ' || max(installed_on) from flyway_schema_history");

        Schema.migrate(database.owner());
        Schema.migrate(database.owner());

        assertThat(database.ask("select count(*) || ' ' || max(installed_on) from flyway_schema_history"))
                .isEqualTo(before);
    }

    @Test
    void a_role_signs_in_with_its_new_password_and_no_other() throws SQLException {
        DatabaseLogin login = Schema.newLogin(database.owner(), Schema.GATEWAY, "it's new");

        try (var connection = DriverManager.getConnection(login.url(), login.user(), login.password())) {
            assertThat(connection.isValid(5)).isTrue();
        }
        assertThat(login).hasToString("wellfield_gateway at " + login.url());
        assertThatThrownBy(() -> DriverManager.getConnection(login.url(), login.user(), "old"))
                .isInstanceOf(SQLException.class);
    }

    @Test
    void partitions_are_made_ahead_and_making_them_again_changes_nothing() {
        String count = "select count(*) from pg_class where relname ~ '_20[0-9]{4}$' and relkind = 'r'";
        // four tables, from February to June
        assertThat(database.ask(count)).isEqualTo("20");

        Schema.makePartitions(database.owner(), LocalDate.of(2026, 3, 31));
        assertThat(database.ask(count)).isEqualTo("20");

        Schema.makePartitions(database.owner(), LocalDate.of(2026, 4, 1));
        assertThat(database.ask(count)).isEqualTo("24");
    }

    @Test
    void a_record_goes_to_the_month_of_its_start_in_utc() {
        store(UsageSinkContract.full(), UsageSinkContract.bare());

        assertThat(database.ask("select count(*) from usage_record_202603")).isEqualTo("2");
        assertThat(database.ask("select count(*) from usage_record_rest")).isEqualTo("0");
    }

    @Test
    void what_no_month_holds_is_kept_and_moves_to_its_month_when_that_is_made() {
        UsageRecord early = at("2031-05-31T23:59:59.999999Z");
        UsageRecord later = at("2031-06-01T00:00:00Z");
        store(early, later);
        assertThat(database.ask("select count(*) from usage_record_rest")).isEqualTo("2");
        String transaction = database.ask("select tx from usage_record limit 1");

        Schema.makePartitions(database.owner(), LocalDate.of(2031, 2, 1)); // to May

        assertThat(database.ask("select count(*) from usage_record_203105")).isEqualTo("1");
        assertThat(database.ask("select count(*) from usage_record_rest")).isEqualTo("1");
        assertThat(database.ask("select count(distinct tx) || ' ' || min(tx::text) from usage_record"))
                .isEqualTo("1 " + transaction);
        assertThat(store(early, later)).as("both are still known").isZero();
        UsageRecord inMay = at("2031-05-15T00:00:00Z");
        assertThat(store(inMay)).isEqualTo(1);
        assertThat(database.ask("select count(*) from usage_record_203105")).isEqualTo("2");
    }

    @Test
    void a_month_made_late_has_the_indexes_and_the_checks_of_the_others() {
        store(at("2031-05-15T00:00:00Z"));

        Schema.makePartitions(database.owner(), LocalDate.of(2031, 5, 1));

        String shape =
                "select string_agg(regexp_replace(indexdef, '.* USING', ''), ';' order by indexdef) from pg_indexes"
                        + " where tablename = 'usage_record_";
        assertThat(database.ask(shape + "203105'")).isNotNull().isEqualTo(database.ask(shape + "202603'"));
        String checks = "select count(*) from pg_constraint where contype = 'c' and conrelid = 'usage_record_";
        assertThat(database.ask(checks + "203105'::regclass")).isEqualTo(database.ask(checks + "202603'::regclass"));
    }

    private int store(UsageRecord... records) {
        return database.app().transaction(tx -> tx.usageRecords().insert(List.of(records)));
    }

    private static UsageRecord at(String instant) {
        return Records.at(Instant.parse(instant));
    }
}
