package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.Pauses;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Terminal;
import dev.wellfield.cli.show.Units;
import java.time.Duration;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Waits for a workload's end or readiness by looking, first often, then every two seconds. */
final class Waiting {
    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(2);

    private final Connection connection;
    private final WorkloadName workload;

    Waiting(Connection connection, WorkloadName workload) {
        this.connection = connection;
        this.workload = workload;
    }

    /** Reads an option that says how long to wait. */
    static Duration limit(String option, String text, Violations violations) {
        return Duration.ofSeconds(violations.amount(option, text, Units.seconds(text)));
    }

    /** @param limit null waits as long as it takes */
    JsonNode untilEnd(@Nullable Duration limit) {
        return until(Ending::ended, "has not ended", limit);
    }

    /** Waits until its engine answers, or until it has ended without. */
    JsonNode untilReady(@Nullable Duration limit) {
        return until(now -> Ending.ended(now) || answers(), "doesn't answer", limit);
    }

    private boolean answers() {
        for (JsonNode endpoint : connection.rest().get(ApiPath.of("endpoints")).path("items")) {
            if (Json.text(endpoint, "/tenant").equals(workload.tenant())
                    && Json.text(endpoint, "/workload").equals(workload.name())
                    && Json.flag(endpoint, "/ready")) {
                return true;
            }
        }
        return false;
    }

    private JsonNode until(Predicate<JsonNode> reached, String otherwise, @Nullable Duration limit) {
        long start = System.nanoTime();
        Duration pause = FIRST;
        try (Terminal.Progress progress = connection.terminal().progress("waiting for " + workload)) {
            while (true) {
                JsonNode now = connection.rest().get(workload.path());
                if (reached.test(now)) {
                    return now;
                }
                String phase = Json.text(now, "/status/phase");
                if (limit != null && System.nanoTime() - start > limit.toNanos()) {
                    throw Failure.of(
                            ExitCode.UNREACHABLE,
                            workload + " " + otherwise + " within " + Units.duration(limit) + "; it is " + phase + ".",
                            "It goes on; `wellfield logs -f " + workload + "` follows it.");
                }
                progress.show(": " + phase);
                Pauses.sleep(pause);
                pause = pause.multipliedBy(2).compareTo(LONGEST) > 0 ? LONGEST : pause.multipliedBy(2);
            }
        }
    }
}
