package dev.wellfield.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wellfield.core.serving.GatewayView;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the roles may do and may not. */
final class RightsTest {
    private static final TestDatabase DATABASE = TestDatabase.fresh();

    @BeforeAll
    static void declare() {
        Declared.in(DATABASE.app());
        DATABASE.app().transaction(tx -> tx.usageRecords().insert(List.of(Records.at(Declared.NOW))));
    }

    @AfterAll
    static void close() {
        DATABASE.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "event",
                "usage_record",
                "token_fact",
                "card_fact",
                "counter_sample",
                "quota",
                "usage_record_202603",
                "usage_record_rest",
                "token_fact_rest",
                "card_fact_rest",
                "counter_sample_rest",
                "flyway_schema_history"
            })
    void the_control_plane_neither_changes_nor_deletes_what_was_written_down(String table) {
        String column = table.equals("quota") ? "spec" : table.startsWith("flyway") ? "version" : "tenant";
        String some = table.startsWith("counter") ? "prompt_tokens" : column;

        denied(Schema.APP, "update " + table + " set " + some + " = " + some);
        denied(Schema.APP, "delete from " + table);
        denied(Schema.APP, "truncate " + table);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "create table mine (id int)",
                "drop table tenant cascade",
                "alter table event add column more text",
                "update gateway_revision set revision = 0",
                "select make_partitions('2040-01-01', 1)"
            })
    void the_control_plane_changes_no_schema(String sql) {
        denied(Schema.APP, sql);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select * from principal",
                "select * from token",
                "select * from console_session",
                "select * from binding",
                "select * from workload",
                "select * from quota",
                "select * from event",
                "select * from subscription",
                "select * from price_book",
                "select * from card_fact",
                "select * from token_fact",
                "select * from usage_record",
                "select tenant from usage_record",
                "select * from usage_record_202603",
                "select * from idempotency",
                "select * from leader",
                "select * from signal",
                "select * from alert",
                "select * from webhook",
                "select secret from webhook",
                "select * from webhook_delivery",
                "insert into api_key select * from api_key",
                "update api_key set revoked_at = null",
                "update tenant set spec = spec",
                "insert into event (at, actor, aggregate, type) values (now(), 'x', 'x', 'x')",
                "update usage_record set prompt_tokens = 0",
                "delete from usage_record",
                "delete from model",
                "update endpoint set heartbeat_at = now()",
                "update gateway_revision set revision = 0",
                "create table mine (id int)"
            })
    void a_gateway_may_do_nothing_that_it_need_not(String sql) {
        denied(Schema.GATEWAY, sql);
    }

    @Test
    void a_gateway_reads_its_view_and_brings_its_records() {
        GatewayView view = DATABASE.gateway().snapshot(tx -> tx.gatewayViews().load());

        assertThat(view.models()).hasSize(1);
        assertThat(DATABASE.gateway().<Long>transaction(tx -> tx.gatewayViews().revision()))
                .isEqualTo(view.revision());
        assertThat(DATABASE.gateway()
                        .<Integer>transaction(tx -> tx.usageRecords().insert(List.of(Records.at(Declared.NOW)))))
                .isEqualTo(1);
    }

    @Test
    void the_control_plane_does_its_daily_work() {
        for (String sql : List.of(
                "select * from usage_record",
                "insert into event (at, actor, aggregate, type) values (now(), 'x', 'x', 'x')",
                "update tenant set version = version",
                "delete from idempotency",
                "select epoch from leader for share")) {
            assertThatCode(() -> DATABASE.as(Schema.APP, sql)).as(sql).doesNotThrowAnyException();
        }
    }

    private static void denied(String role, String sql) {
        assertThatThrownBy(() -> DATABASE.as(role, sql))
                .as("%s: %s", role, sql)
                .hasMessageMatching("(?s).*(permission denied|must be owner).*");
    }
}
