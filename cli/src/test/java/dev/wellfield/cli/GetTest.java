package dev.wellfield.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GetTest {
    private final FakeServer server = new FakeServer();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void cards_are_a_table_with_units_holders_and_marks() {
        server.answer("GET /api/v1/cards", Samples.CARDS);

        Call call = Call.to(server, "get", "cards");

        assertThat(call).isEqualTo(new Call(0, """
                CARD        POOL  MODEL      MEMORY    FREE  FREE COMPUTE  HELD BY                 NOTE
                server-1/0  a100  A100-40GB  40 GiB   5 GiB            0%  training/ft-1 (35 GiB)  simulated
                server-1/1  a100  A100-40GB  40 GiB  20 GiB           50%  other tenants (20 GiB)  simulated
                server-2/0  t4    T4         15 GiB  15 GiB          100%                          unhealthy
                """, ""));
        assertThat(server.last("GET").headers()).containsEntry("Authorization", "Bearer wft_test");
    }

    @Test
    void csv_has_plain_numbers_and_quotes_what_needs_it() {
        server.answer("GET /api/v1/cards?pool=t4", Samples.CARDS);

        Call call = Call.to(server, "get", "card", "--pool", "t4", "-o", "csv");

        assertThat(call.out().lines().toList())
                .contains(
                        "node,index,pool,model,memoryMib,freeMemoryMib,freeComputePermille,simulated,healthy,holders",
                        "server-2,0,t4,T4,15360,15360,1000,false,false,[]");
        assertThat(call.out()).contains("[{\"\"tenant\"\":\"\"training\"\"");
    }

    @Test
    void names_are_what_other_commands_take() {
        server.answer("GET /api/v1/cards", Samples.CARDS);

        assertThat(Call.to(server, "get", "cards", "-o", "name").out())
                .isEqualTo("server-1/0\nserver-1/1\nserver-2/0\n");
    }

    @Test
    void one_item_is_its_document_without_a_list_around_it() {
        server.answer("GET /api/v1/cards", Samples.CARDS);

        Call call = Call.to(server, "get", "cards", "server-2/0", "-o", "yaml");

        assertThat(call.out()).startsWith("node: server-2\nindex: 0\n").contains("uuid: GPU-1\n");
    }

    @Test
    void a_name_that_is_not_there_is_4() {
        server.answer("GET /api/v1/cards", Samples.CARDS);

        Call call = Call.to(server, "get", "cards", "server-9/0");

        assertThat(call.exitCode()).isEqualTo(4);
        assertThat(call.err()).contains("server-9/0").contains("wellfield get cards");
    }

    @Test
    void workloads_are_read_page_by_page() {
        server.answer(
                "GET /api/v1/workloads?phase=RUNNING%2CQUEUED&limit=500",
                "{\"items\": [" + Samples.workload("RUNNING", Samples.PLACEMENT) + "], \"nextCursor\": \"abc\"}");
        server.answer(
                "GET /api/v1/workloads?phase=RUNNING%2CQUEUED&limit=500&cursor=abc",
                "{\"items\": [" + Samples.workload("QUEUED", "") + "]}");

        Call call = Call.to(server, "get", "wl", "--phase", "running,queued");

        assertThat(call.out()).isEqualTo("""
                NAME           TYPE      PHASE    ASKS FOR  WHERE               ISOLATION  AGE  NOTE
                training/ft-1  TRAINING  RUNNING  3 cards   server-1/cards 0-2  HARD        3m  simulated
                training/ft-1  TRAINING  QUEUED   3 cards                                   3m  simulated
                """);
    }

    @Test
    void a_list_without_end_is_cut_after_twenty_pages() {
        String page = "{\"items\": [" + Samples.workload("QUEUED", "") + "], \"nextCursor\": \"abc\"}";
        server.answer("GET /api/v1/workloads?limit=500", page)
                .answer("GET /api/v1/workloads?limit=500&cursor=abc", page);

        Call call = Call.to(server, "get", "workloads", "-o", "name");

        assertThat(call.out()).hasLineCount(20);
        assertThat(call.err())
                .isEqualTo("These are the first 20; there are more. Narrow it with --tenant or --phase.\n");
    }

    @Test
    void quotas_come_from_each_tenant_that_one_may_see() {
        server.answer(
                "GET /api/v1/tenants",
                "{\"items\": [{\"apiVersion\": \"wellfield.dev/v1\", \"kind\": \"Tenant\", \"metadata\": {\"name\": \"adhoc\", \"version\": 1}, \"spec\": {}}]}");
        server.answer("GET /api/v1/tenants/adhoc/quotas", """
                {"items": [{"apiVersion": "wellfield.dev/v1", "kind": "Quota",
                  "metadata": {"name": "a100", "tenant": "adhoc", "version": 2},
                  "spec": {"overQuota": "REFUSE", "limits": {"CARDS": {"ceiling": 2000}}},
                  "status": {"use": [
                    {"dimension": "CARDS", "used": 1500, "guarantee": 0, "ceiling": 2000, "borrowed": 1500},
                    {"dimension": "MEMORY", "used": 40960, "guarantee": 0, "borrowed": 40960}]}}]}
                """);

        assertThat(Call.to(server, "get", "quotas").out()).isEqualTo("""
                TENANT  POOL  CARDS USED  GUARANTEE  CEILING  BORROWED  MEMORY USED  CEILING  OVER QUOTA
                adhoc   a100         1.5          0        2       1.5       40 GiB        -  REFUSE
                """);
        assertThat(Call.to(server, "quota", "get", "--tenant", "adhoc").out()).isEqualTo("""
                TENANT  POOL  DIMENSION    USED  GUARANTEE  CEILING  BORROWED
                adhoc   a100  CARDS         1.5          0        2       1.5
                adhoc   a100  MEMORY     40 GiB          0        -    40 GiB
                """);
    }

    @Test
    void an_unknown_kind_is_2_and_the_nearest_one_is_named() {
        Call call = Call.to(server, "get", "card-model");
        Call wrong = Call.to(server, "get", "crads");

        assertThat(call.exitCode()).isEqualTo(4);
        assertThat(wrong.exitCode()).isEqualTo(2);
        assertThat(wrong.err())
                .contains("KIND: got crads, expected one of pools, nodes, cards")
                .contains("Did you mean cards?");
    }

    @Test
    void control_characters_from_the_server_do_not_reach_the_terminal() {
        server.answer("GET /api/v1/plans", """
                {"items": [{"metadata": {"name": "p", "version": 1},
                  "spec": {"type": "SPOT", "for": "CARDS", "description": "a\\u001b[31mb"}}]}
                """);

        assertThat(Call.to(server, "get", "plans").out())
                .doesNotContain("\u001b")
                .contains("a [31mb");
    }

    @Test
    void colours_are_for_terminals_alone() {
        server.answer("GET /api/v1/cards", Samples.CARDS);

        assertThat(Call.onTerminal(server, "get", "cards").out()).contains("\u001b[");
        assertThat(Call.to(server, "get", "cards").out()).doesNotContain("\u001b[");
    }
}
