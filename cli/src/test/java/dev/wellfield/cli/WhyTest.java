package dev.wellfield.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.why.Check;
import dev.wellfield.cli.why.Explanation;
import dev.wellfield.cli.why.ExplanationReader;
import dev.wellfield.cli.why.Remedies;
import dev.wellfield.cli.why.Sentences;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WhyTest {
    private static final String WORKLOAD = "GET /api/v1/tenants/training/workloads/ft-1";

    @Test
    void a_waiting_workload_is_explained_in_numbers() {
        try (FakeServer server = new FakeServer()) {
            server.answer(WORKLOAD, Samples.workload("QUEUED", ""))
                    .answer(WORKLOAD + "/explanation", Samples.OVER_CEILING);

            assertThat(Call.to(server, "why", "training/ft-1")).isEqualTo(new Call(0, """
                    training/ft-1 waits (looked at 3s ago).
                    ✗ The quota of training in pool a100 allows at most 3 cards (3 guaranteed). In use: 2 by training/ft-0. Asked for: 2, which is 1 too much.
                    ✓ It needs isolation HARD, and a node can give HARD.

                    What would let it run, any one of:
                    - training/ft-0 ends: that frees at least 1 card.
                    - You ask for at most 1 card.
                    - The operator raises the ceiling to 4 cards:
                        wellfield quota set --tenant training --pool a100 --dimension CARDS=:4
                    """, ""));
        }
    }

    @Test
    void a_running_workload_is_told_where_it_runs_and_what_was_looked_at() {
        try (FakeServer server = new FakeServer()) {
            server.answer(WORKLOAD, Samples.workload("RUNNING", Samples.PLACEMENT))
                    .answer(WORKLOAD + "/explanation", Samples.PLACED);

            assertThat(Call.to(server, "why", "ft-1", "--tenant", "training").out())
                    .isEqualTo("""
                    training/ft-1 runs on server-1/cards 0-2 (simulated), isolation HARD.
                    ✓ It needs isolation HARD, and a node can give HARD.
                    ✓ A node of pool a100 had 3 cards with 35 GiB of free device memory each.
                    """);
        }
    }

    @Test
    void every_code_of_the_contract_has_its_sentence() {
        assertThat(sentences("""
                {"verdict": "QUEUED", "at": "2026-12-15T09:59:57Z", "checks": [
                  {"code": "POOL_FREE", "pool": "a100", "dimension": "MEMORY", "asked": 40960, "free": 30720,
                   "keptForGuarantees": 10240, "passed": false,
                   "holders": [{"workload": "data/etl", "amount": 81920}, {"workload": "other tenants", "amount": 512}]},
                  {"code": "CARD_FIT", "pool": "a100", "cards": 3, "perCard": 35840, "fittingCards": 2,
                   "largestFree": 20480, "largestFreeOn": "server-1/4", "passed": false},
                  {"code": "CARD_FIT", "pool": "a100", "cards": 1, "perCard": 35840, "fittingCards": 0,
                   "largestFree": 0, "passed": false},
                  {"code": "NODE_FIT", "dimension": "CPU", "asked": 128000, "free": 12500, "passed": false},
                  {"code": "NODE_FIT", "dimension": "HOST_MEMORY", "asked": 1024, "free": 524288, "passed": true},
                  {"code": "ISOLATION", "isolationAsked": "SOFT", "isolationAvailable": "NONE", "passed": false},
                  {"code": "QUEUE_ORDER", "ahead": "training/big", "passed": false},
                  {"code": "QUOTA_CEILING", "pool": "a100", "dimension": "CONCURRENCY", "asked": 1, "used": 0,
                   "guarantee": 0, "ceiling": 4, "passed": true, "holders": []},
                  {"code": "MOON_PHASE", "passed": false}],
                 "remedies": [
                  {"code": "ASK_LOWER_ISOLATION", "isolation": "NONE"},
                  {"code": "INSTALL_LIMITER"},
                  {"code": "ADD_CARDS", "dimension": "MEMORY", "amount": 20480},
                  {"code": "WAIT_FOR_END", "dimension": "CARDS", "amount": 2000, "workloads": ["a/x", "b/y"]},
                  {"code": "SACRIFICE"}]}
                """))
                .containsExactly(
                        "Pool a100 has 30 GiB of device memory free, of which it keeps 10 GiB for the guarantees of other tenants. Asked for: 40 GiB, which is 20 GiB too much. Held: 80.5 GiB by data/etl (80 GiB), other tenants (512 MiB).",
                        "It needs 3 cards of one node with 35 GiB of free device memory each at once; the best node has 2. The most free device memory on one card is 20 GiB, on server-1/4.",
                        "It needs 1 card of one node with 35 GiB of free device memory; no node has any. The pool has no healthy card.",
                        "It asks for 128 cores; the most that a node has left is 12.5 cores.",
                        "A node has 512 GiB of host memory left; it asks for 1 GiB of host memory, which fits.",
                        "It needs isolation SOFT, but the best that any node can give is NONE.",
                        "training/big is ahead of it and waits for cards of the same pool.",
                        "The quota of training in pool a100 allows at most 4 workloads. In use: none. Asked for: 1, which fits.",
                        "The check MOON_PHASE did not pass; a newer wellfield can say more.",
                        "You ask for isolation NONE (--isolation NONE).",
                        "HAMi-core or MPS is installed on a node, so that shares can be enforced; `wellfield doctor` says what is loaded.",
                        "The pool gets 20 GiB of device memory more.",
                        "a/x and b/y end: that frees at least 2 cards.",
                        "SACRIFICE (a newer wellfield can say more).");
    }

    @Test
    void what_is_short_in_several_dimensions_is_mended_in_all_of_them() {
        String json = """
                {"verdict": "QUEUED", "at": "2026-12-15T09:59:57Z", "checks": [%s, %s], "remedies": [
                  {"code": "WAIT_FOR_END", "dimension": "CARDS", "amount": 1000, "workloads": ["training/a"]},
                  {"code": "ASK_LESS", "dimension": "CARDS", "amount": 1000},
                  {"code": "RAISE_CEILING", "dimension": "CARDS", "amount": 4000},
                  {"code": "WAIT_FOR_END", "dimension": "MEMORY", "amount": 35840, "workloads": ["training/a", "training/b"]},
                  {"code": "RAISE_CEILING", "dimension": "MEMORY", "amount": 143360}%s]}
                """;
        String check =
                "{\"code\": \"QUOTA_CEILING\", \"pool\": \"a100\", \"dimension\": \"%s\", \"asked\": 2, \"used\": 2, \"ceiling\": 3, \"passed\": false}";
        String shortOfBoth = json.formatted(check.formatted("CARDS"), check.formatted("MEMORY"), "");
        String lessWillDo = json.formatted(
                check.formatted("CARDS"),
                check.formatted("MEMORY"),
                ", {\"code\": \"ASK_LESS\", \"dimension\": \"MEMORY\", \"amount\": 1024}");

        assertThat(new Remedies("training", ExplanationReader.read(Json.parse(shortOfBoth))).sentences())
                .containsExactly(
                        "training/a and training/b end: that frees at least 1 card and 35 GiB of device memory.",
                        "The operator raises the ceiling to 4 cards and 140 GiB of device memory:\n"
                                + "    wellfield quota set --tenant training --pool a100 --dimension CARDS=:4 --dimension MEMORY=:140GiB");
        assertThat(new Remedies("training", ExplanationReader.read(Json.parse(lessWillDo))).sentences())
                .contains("You ask for at most 1 card and 1 GiB of device memory.");
    }

    private static List<String> sentences(String json) {
        Explanation explanation = ExplanationReader.read(Json.parse(json));
        Sentences sentences = new Sentences("training");
        return Stream.concat(
                        explanation.checks().stream().map((Check it) -> sentences.of(it)),
                        new Remedies("training", explanation).sentences().stream())
                .toList();
    }
}
