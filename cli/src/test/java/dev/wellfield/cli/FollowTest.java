package dev.wellfield.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FollowTest {
    private static final String WORKLOAD = "GET /api/v1/tenants/training/workloads/ft-1";

    private final FakeServer server = new FakeServer();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void a_log_goes_on_where_a_broken_connection_ended() {
        server
                .answer(
                        WORKLOAD,
                        Samples.workload(
                                "SUCCEEDED",
                                ", \"startedAt\": \"2026-12-15T09:58:00Z\", \"endedAt\": \"2026-12-15T10:00:00Z\""))
                .stream(WORKLOAD + "/log/stream?tailLines=5", "event: log\nid: 4\ndata: {\"text\": \"one\\n\"}\n\n")
                .stream(
                        WORKLOAD + "/log/stream?tailLines=5",
                        "event: log\nid: 8\ndata: {\"text\": \"two\\n\"}\n\nevent: end\ndata: {}\n\n");

        Call call = Call.to(server, "logs", "-f", "training/ft-1", "--tail", "5");

        assertThat(call).isEqualTo(new Call(0, "one\ntwo\n", "training/ft-1 succeeded after 2m.\n"));
        assertThat(server.requests().get(1).headers()).containsEntry("Last-event-id", "4");
    }

    @Test
    void a_log_is_read_piece_by_piece() {
        server.text(WORKLOAD + "/log?limitBytes=1048576", "one\n", Map.of("Wellfield-Log-Next", "4"))
                .text(WORKLOAD + "/log?offset=4&limitBytes=1048576", "two\n", Map.of("Wellfield-Log-Next", "8"))
                .text(WORKLOAD + "/log?offset=8&limitBytes=1048576", "", Map.of("Wellfield-Log-Next", "8"));

        assertThat(Call.to(server, "logs", "training/ft-1")).isEqualTo(new Call(0, "one\ntwo\n", ""));
    }

    @Test
    void a_workload_that_is_not_there_ends_following_at_once() {
        Call call = Call.to(server, "logs", "-f", "training/none");

        assertThat(call.exitCode()).isEqualTo(4);
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void events_are_told_oldest_first_and_go_on_after_the_newest() {
        String event =
                "{\"cursor\": \"%d\", \"at\": \"2026-12-15T09:0%d:00Z\", \"actor\": \"tina\", \"tenant\": \"training\", \"aggregate\": \"workload/%s\", \"type\": \"workload.%s\"}";
        server
                .answer(
                        "GET /api/v1/events?tenant=training&aggregate=workload%2Fft-1&limit=50",
                        "{\"items\": [" + event.formatted(2, 2, "ft-1", "placed") + ","
                                + event.formatted(1, 1, "ft-1", "submitted") + "], \"next\": \"2\"}")
                .stream(
                        "GET /api/v1/events/stream?tenant=training",
                        "event: alive\nid: 2\ndata: {}\n\nevent: change\nid: 3\ndata: "
                                + event.formatted(3, 3, "other", "placed") + "\n\nevent: change\nid: 4\ndata: "
                                + event.formatted(4, 4, "ft-1", "ended") + "\n\n")
                .answer("GET /api/v1/events/stream?tenant=training", 401, "{}", Map.of());

        Call call = Call.to(server, "events", "--follow", "training/ft-1");

        assertThat(call.out()).isEqualTo("""
                2026-12-15T09:01:00Z  training  workload/ft-1  workload.submitted  by tina
                2026-12-15T09:02:00Z  training  workload/ft-1  workload.placed  by tina
                2026-12-15T09:04:00Z  training  workload/ft-1  workload.ended  by tina
                """);
        assertThat(call.exitCode()).isEqualTo(3);
        assertThat(server.requests().get(1).headers()).containsEntry("Last-event-id", "2");
        assertThat(server.requests().get(2).headers()).containsEntry("Last-event-id", "4");
    }

    @Test
    void describing_tells_all_and_the_timeline() {
        server.answer(WORKLOAD, Samples.workload("RUNNING", Samples.PLACEMENT))
                .answer(WORKLOAD + "/explanation", Samples.PLACED)
                .answer("GET /api/v1/events?tenant=training&aggregate=workload%2Fft-1", """
                {"items": [{"cursor": "1", "at": "2026-12-15T09:57:00Z", "actor": "tina", "tenant": "training",
                            "aggregate": "workload/ft-1", "type": "workload.submitted"}]}
                """);

        assertThat(Call.to(server, "describe", "training/ft-1").out()).isEqualTo("""
                Workload      training/ft-1 (simulated)
                Phase         RUNNING
                Type          TRAINING
                Command       python train.py 'two words'
                Asks for      3 cards
                Host          1.5 cores, 4 GiB of host memory
                Environment   A
                Submitted at  2026-12-15T09:57:00Z (3m ago) by tina
                Started at    2026-12-15T09:58:00Z (2m ago)
                Runs on       server-1/cards 0-2 (simulated)
                Isolation     HARD
                  card 0      whole, 35 GiB of device memory
                  card 1      whole, 35 GiB of device memory
                  card 2      whole, 35 GiB of device memory

                AT (UTC)              TENANT    WHAT           HAPPENED            BY
                2026-12-15T09:57:00Z  training  workload/ft-1  workload.submitted  tina
                """);
    }

    @Test
    void a_workload_that_ended_ran_where_it_ran() {
        server.answer(WORKLOAD, Samples.workload("SUCCEEDED", Samples.PLACEMENT))
                .answer(WORKLOAD + "/explanation", Samples.PLACED)
                .answer("GET /api/v1/events?tenant=training&aggregate=workload%2Fft-1", "{\"items\": []}");

        assertThat(Call.to(server, "describe", "training/ft-1").out())
                .contains("Ran on        server-1/cards 0-2 (simulated)\n");
    }

    @Test
    void a_change_of_a_quota_is_told_in_words_and_units() {
        server.answer("GET /api/v1/events?tenant=training&limit=50", """
                {"items": [
                  {"cursor": "2", "at": "2026-12-15T09:57:00Z", "actor": "operator", "tenant": "training",
                   "aggregate": "tenant/training", "type": "tenant.changed",
                   "before": {"zone": "UTC", "plans": {"cards": "spot"}}, "after": {"zone": "UTC", "plans": {"cards": "reserved"}}},
                  {"cursor": "1", "at": "2026-12-15T09:57:00Z", "actor": "operator", "tenant": "training",
                   "aggregate": "quota/a100", "type": "quota.changed",
                   "before": {"limits": {"CARDS": {"guarantee": 3000, "ceiling": 3000}}, "overQuota": "QUEUE"},
                   "after": {"limits": {"CARDS": {"guarantee": 3000, "ceiling": 4000}, "MEMORY": {"ceiling": 35841}}}}]}
                """);

        assertThat(Call.to(server, "events", "--tenant", "training").out()).isEqualTo("""
                AT (UTC)              TENANT    WHAT             HAPPENED        BY        CHANGE
                2026-12-15T09:57:00Z  training  quota/a100       quota.changed   operator  CARDS ceiling: 3 cards → 4 cards; MEMORY ceiling: none → 35,841 MiB
                2026-12-15T09:57:00Z  training  tenant/training  tenant.changed  operator  plans.cards: spot → reserved
                """);
    }

    @Test
    void cancelling_what_has_ended_says_so() {
        server.answer(
                "POST /api/v1/tenants/training/workloads/ft-1/cancel",
                202,
                Samples.workload("SUCCEEDED", ""),
                Map.of());

        for (String[] words : new String[][] {{"cancel", "training/ft-1"}, {"cancel", "training/ft-1", "--wait"}}) {
            assertThat(Call.to(server, words).out())
                    .isEqualTo("training/ft-1 succeeded. It had ended already; there was nothing to cancel.\n");
        }
    }

    @Test
    void cancelling_says_what_happens_and_may_wait_for_it() {
        server.answer(
                        "POST /api/v1/tenants/training/workloads/ft-1/cancel",
                        202,
                        Samples.workload("STOPPING", ""),
                        Map.of())
                .answer(WORKLOAD, Samples.workload("STOPPING", ""))
                .answer(WORKLOAD, Samples.workload("CANCELLED", ""));

        assertThat(Call.to(server, "cancel", "training/ft-1").out())
                .isEqualTo("training/ft-1 is told to end (SIGTERM); if it hasn't in 5 s, it is killed.\n");
        assertThat(Call.to(server, "cancel", "training/ft-1", "--wait").out())
                .isEqualTo("training/ft-1 was cancelled.\n");
    }
}
