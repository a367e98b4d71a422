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
                CARD        POOL  MODEL      DEVICE MEMORY    FREE  FREE COMPUTE  HELD BY                 NOTE
                server-1/0  a100  A100-40GB         40 GiB   5 GiB           0 %  training/ft-1 (35 GiB)  simulated
                server-1/1  a100  A100-40GB         40 GiB  20 GiB          50 %  other tenants (20 GiB)  simulated
                server-2/0  t4    T4                15 GiB  15 GiB         100 %                          unhealthy
                """, ""));
        assertThat(server.last("GET").headers()).containsEntry("Authorization", "Bearer wft_test");
    }

    @Test
    void csv_has_plain_numbers_and_quotes_what_needs_it() {
        server.answer("GET /api/v1/cards?pool=t4", Samples.CARDS);

        Call call = Call.to(server, "get", "card", "--pool", "t4", "-o", "csv");

        assertThat(call.out().lines())
                .containsExactly(
                        "node,index,pool,model,memoryMib,freeMemoryMib,freeComputePermille,simulated,healthy,holders",
                        "server-1,0,a100,A100-40GB,40960,5120,0,true,true,training/ft-1",
                        "server-1,1,a100,A100-40GB,40960,20480,500,true,true,others",
                        "server-2,0,t4,T4,15360,15360,1000,false,false,");
    }

    @Test
    void wide_tables_tell_peers_in_ranges_and_leave_out_what_nothing_has() {
        server.answer("GET /api/v1/cards", Samples.CARDS).answer("GET /api/v1/cards?pool=a100", """
                {"items": [{"node": "server-1", "index": 0, "pool": "a100", "model": "T4", "memoryMib": 15360,
                  "simulated": true, "healthy": true, "nvlinkPeers": [1, 2, 3, 7], "freeMemoryMib": 15360,
                  "freeComputePermille": 1000, "holders": []}]}
                """);

        assertThat(Call.to(server, "get", "cards", "-o", "wide").out())
                .contains("  UUID")
                .contains("  GPU-1");
        assertThat(Call.to(server, "get", "cards", "-o", "wide", "--pool", "a100")
                        .out())
                .isEqualTo("""
                CARD        POOL  MODEL  DEVICE MEMORY    FREE  FREE COMPUTE  HELD BY  NOTE       NVLINK PEERS
                server-1/0  a100  T4            15 GiB  15 GiB         100 %           simulated  1-3,7
                """);
    }

    @Test
    void without_a_kind_the_kinds_are_listed() {
        Call call = Call.to(server, "get");

        assertThat(call.exitCode()).isZero();
        assertThat(call.out().lines()).containsExactlyElementsOf(Kinds.WORDS);
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void every_kind_that_is_listed_is_known() {
        assertThat(Kinds.WORDS).allMatch(it -> Kinds.find(it).isPresent());
    }

    @Test
    void a_queued_workload_says_what_it_waits_for() {
        server.answer(
                "GET /api/v1/workloads?limit=500",
                "{\"items\": ["
                        + Samples.workload(
                                "QUEUED", ", \"waitsFor\": {\"code\": \"QUOTA_CEILING\", \"dimension\": \"CARDS\"}")
                        + "]}");

        assertThat(Call.to(server, "get", "workloads").out()).contains("waits: quota CARDS, simulated");
    }

    @Test
    void subscriptions_are_listed_and_described() {
        server.answer("GET /api/v1/subscriptions", """
                {"items": [{"apiVersion": "wellfield.dev/v1", "kind": "Subscription",
                  "metadata": {"name": "three-cards", "tenant": "training", "version": 1},
                  "spec": {"cardModel": "A100-40GB", "units": 3, "term": "YEAR", "startsOn": "2026-01-01", "endsOn": "2027-01-01"}}]}
                """);

        assertThat(Call.to(server, "get", "subscriptions").out()).isEqualTo("""
                SUBSCRIPTION          CARD MODEL  CARDS  TERM  FIRST DAY   LAST DAY
                training/three-cards  A100-40GB       3  YEAR  2026-01-01  2026-12-31
                """);
        assertThat(Call.to(server, "describe", "subscription", "training/three-cards")
                        .out())
                .isEqualTo("""
                Subscription  training/three-cards
                Card model    A100-40GB
                Cards         3
                Term          YEAR
                First day     2026-01-01
                Last day      2026-12-31
                Version       1
                """);
    }

    @Test
    void prices_are_told_by_month_and_hour_with_what_comes_off() {
        server.answer("GET /api/v1/price-books", """
                {"items": [{"apiVersion": "wellfield.dev/v1", "kind": "PriceBook", "metadata": {"name": "list", "version": 1},
                  "spec": {"currency": "CNY", "unlimitedTokensPerMonth": "500",
                    "cards": [{"model": "A100-40GB", "perMonth": "2800", "quarterDiscountPermille": 50,
                               "yearDiscountPermille": 200, "loyaltyPerUnit": "100", "spotPermille": 200},
                              {"model": "T4", "perMonth": "730"}],
                    "tokens": [{"model": "qwen", "inputPerMillion": "1.00", "outputPerMillion": "2.00"}]}}]}
                """);

        assertThat(Call.to(server, "get", "prices").out()).isEqualTo("""
                PRICE BOOK  FOR               UNIT                  PRICE       AN HOUR  SPOT, AN HOUR  LESS
                list        A100-40GB         card-month      CNY 2800.00  CNY 3.835616   CNY 0.767123  5 % for a quarter's term, 20 % for a year's term, CNY 100.00 each further card
                list        T4                card-month       CNY 730.00      CNY 1.00       CNY 1.00
                list        input to qwen     million tokens     CNY 1.00
                list        output of qwen    million tokens     CNY 2.00
                list        unlimited tokens  month            CNY 500.00
                """);
        assertThat(Call.to(server, "get", "prices", "-o", "csv").out().lines())
                .startsWith(
                        "priceBook,currency,for,unit,price,quarterDiscountPermille,yearDiscountPermille,loyaltyPerUnit,spotPermille",
                        "list,CNY,A100-40GB,CARD_MONTH,2800,50,200,100,200");
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
                    {"dimension": "MEMORY", "used": 40960, "guarantee": 0, "borrowed": 0}]}}]}
                """);

        assertThat(Call.to(server, "get", "quotas").out()).isEqualTo("""
                TENANT  POOL  CARDS USED  GUARANTEE  CEILING  BORROWED  DEVICE MEMORY USED  CEILING  OVER QUOTA
                adhoc   a100         1.5          0        2       1.5              40 GiB        -  REFUSE
                """);
        assertThat(Call.to(server, "quota", "get", "--tenant", "adhoc").out()).isEqualTo("""
                TENANT  POOL  DIMENSION    USED  GUARANTEE  CEILING  BORROWED
                adhoc   a100  CARDS         1.5          0        2       1.5
                adhoc   a100  MEMORY     40 GiB          -        -         -
                """);
        assertThat(Call.to(server, "get", "quotas", "-o", "csv").out()).isEqualTo("""
                tenant,pool,version,overQuota,memoryPerCardMib,dimension,used,guarantee,ceiling,borrowed
                adhoc,a100,2,REFUSE,,CARDS,1500,0,2000,1500
                adhoc,a100,2,REFUSE,,MEMORY,40960,0,,0
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
