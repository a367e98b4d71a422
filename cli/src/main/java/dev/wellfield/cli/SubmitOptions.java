package dev.wellfield.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a workload is and asks for, as options. All are texts here: {@link Submission} reads them and gathers what is wrong. */
final class SubmitOptions {
    @Option(
            names = "--type",
            paramLabel = "TYPE",
            description =
                    "TRAINING, INFERENCE, BATCH or INTERACTIVE; BATCH, or INFERENCE with --serves, if you don't say.")
    @Nullable
    String type;

    @Option(
            names = "--pool",
            paramLabel = "P",
            description = "The pool of its cards; needed if the tenant has a quota in several.")
    @Nullable
    String pool;

    @Option(names = "--cards", paramLabel = "N", description = "How many cards; 0 for work on CPUs alone. Default: 1.")
    @Nullable
    String cards;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            description = "Device memory of each card, e.g. 20GiB; without it whole cards.")
    @Nullable
    String memory;

    @Option(names = "--compute", paramLabel = "PERCENT", description = "Compute of each card, e.g. 50%%.")
    @Nullable
    String compute;

    @Option(names = "--mig", paramLabel = "PROFILE", description = "A hardware slice of each card, e.g. 1g.10gb.")
    @Nullable
    String mig;

    @Option(
            names = "--isolation",
            paramLabel = "LEVEL",
            description =
                    "HARD, SOFT or NONE: at least this. Default: HARD for whole cards and slices, SOFT for shares.")
    @Nullable
    String isolation;

    @Option(names = "--cpu", paramLabel = "CORES", description = "Host CPU, e.g. 2 or 500m. Default: 1.")
    @Nullable
    String cpu;

    @Option(names = "--host-memory", paramLabel = "SIZE", description = "Host memory, e.g. 4GiB. Default: 1GiB.")
    @Nullable
    String hostMemory;

    @Option(
            names = "--env",
            paramLabel = "K=V",
            description = "A variable of its environment. May be given several times.")
    Map<String, String> environment = new LinkedHashMap<>();

    @Option(
            names = "--priority",
            paramLabel = "N",
            description = "Higher goes first inside a tenant, from -1000 to 1000. Default: 0.")
    @Nullable
    String priority;

    @Option(names = "--grace", paramLabel = "TIME", description = "Between SIGTERM and SIGKILL, e.g. 30s.")
    @Nullable
    String grace;

    @Option(
            names = "--serves",
            paramLabel = "MODEL",
            description = "It is an engine that serves this model of the tenant.")
    @Nullable
    String serves;

    @Option(names = "--engine", paramLabel = "ENGINE", description = "VLLM, LLAMA_CPP, SIMULATOR or OTHER.")
    @Nullable
    String engine;

    @Option(names = "--concurrent", paramLabel = "N", description = "Requests that the gateway sends to it at a time.")
    @Nullable
    String concurrent;

    /** The first option given, if any is. */
    @Nullable
    String anyGiven() {
        Map<String, @Nullable String> given = new LinkedHashMap<>();
        given.put("--type", type);
        given.put("--pool", pool);
        given.put("--cards", cards);
        given.put("--memory", memory);
        given.put("--compute", compute);
        given.put("--mig", mig);
        given.put("--isolation", isolation);
        given.put("--cpu", cpu);
        given.put("--host-memory", hostMemory);
        given.put("--env", environment.isEmpty() ? null : environment.toString());
        given.put("--priority", priority);
        given.put("--grace", grace);
        given.put("--serves", serves);
        given.put("--engine", engine);
        given.put("--concurrent", concurrent);
        for (Map.Entry<String, @Nullable String> option : given.entrySet()) {
            if (option.getValue() != null) {
                return option.getKey();
            }
        }
        return null;
    }
}
