package dev.wellfield.cli;

/** Documents as the contract has them. */
final class Samples {
    private Samples() {}

    static final String CARDS = """
            {"items": [
              {"node": "server-1", "region": "north", "zone": "beijing-1", "index": 0, "pool": "a100",
               "model": "A100-40GB", "memoryMib": 40960, "numaNode": 0, "nvlinkPeers": [1, 2, 3],
               "simulated": true, "healthy": true, "freeMemoryMib": 5120, "freeComputePermille": 0,
               "holders": [{"tenant": "training", "workload": "ft-1", "memoryMib": 35840,
                            "computePermille": 1000, "whole": true, "isolation": "HARD", "borrowed": false}]},
              {"node": "server-1", "index": 1, "pool": "a100", "model": "A100-40GB", "memoryMib": 40960,
               "simulated": true, "healthy": true, "freeMemoryMib": 20480, "freeComputePermille": 500,
               "holders": [{"memoryMib": 20480, "computePermille": 500, "borrowed": false, "others": true}]},
              {"node": "server-2", "index": 0, "pool": "t4", "model": "T4", "memoryMib": 15360,
               "simulated": false, "healthy": false, "freeMemoryMib": 15360, "freeComputePermille": 1000,
               "uuid": "GPU-1", "holders": []}]}
            """;

    static String workload(String phase, String more) {
        return """
                {"apiVersion": "wellfield.dev/v1", "kind": "Workload",
                 "metadata": {"name": "ft-1", "tenant": "training", "id": "0199b2f0-0000-7000-8000-000000000001", "version": 3},
                 "spec": {"type": "TRAINING", "command": ["python", "train.py", "two words"], "cards": 3,
                          "cpuMilli": 1500, "hostMemoryMib": 4096, "environment": {"A": "1"}, "graceSeconds": 5},
                 "status": {"phase": "%s", "simulated": true, "submittedBy": "tina",
                            "submittedAt": "2026-12-15T09:57:00Z"%s}}
                """.formatted(phase, more);
    }

    static final String PLACEMENT = """
            , "startedAt": "2026-12-15T09:58:00Z", "placement": {"node": "server-1", "isolation": "HARD",
              "simulated": true, "borrowed": false, "shares": [
              {"card": 0, "memoryMib": 35840, "computePermille": 1000, "bandwidthPermille": 1000, "whole": true},
              {"card": 1, "memoryMib": 35840, "computePermille": 1000, "bandwidthPermille": 1000, "whole": true},
              {"card": 2, "memoryMib": 35840, "computePermille": 1000, "bandwidthPermille": 1000, "whole": true}]}
            """;

    static final String OVER_CEILING = """
            {"verdict": "QUEUED", "at": "2026-12-15T09:59:57Z", "checks": [
              {"code": "ISOLATION", "isolationAsked": "HARD", "isolationAvailable": "HARD", "passed": true},
              {"code": "QUOTA_CEILING", "pool": "a100", "dimension": "CARDS", "asked": 2000, "used": 2000,
               "guarantee": 3000, "ceiling": 3000, "passed": false,
               "holders": [{"workload": "training/ft-0", "amount": 2000}]}],
             "remedies": [
              {"code": "WAIT_FOR_END", "dimension": "CARDS", "amount": 1000, "workloads": ["training/ft-0"]},
              {"code": "ASK_LESS", "dimension": "CARDS", "amount": 1000},
              {"code": "RAISE_CEILING", "dimension": "CARDS", "amount": 4000}]}
            """;

    static final String PLACED = """
            {"verdict": "PLACED", "at": "2026-12-15T09:58:00Z", "checks": [
              {"code": "ISOLATION", "isolationAsked": "HARD", "isolationAvailable": "HARD", "passed": true},
              {"code": "CARD_FIT", "pool": "a100", "cards": 3, "perCard": 35840, "fittingCards": 8,
               "largestFree": 40960, "largestFreeOn": "server-1/0", "passed": true}], "remedies": []}
            """;
}
