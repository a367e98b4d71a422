package dev.wellfield.cli;

import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Text;
import dev.wellfield.cli.show.Times;
import dev.wellfield.cli.show.Units;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** How a workload ended. */
final class Ending {
    private static final Set<String> ENDED = Set.of("SUCCEEDED", "FAILED", "CANCELLED", "REFUSED");

    private Ending() {}

    static boolean ended(JsonNode workload) {
        return ENDED.contains(Json.text(workload, "/status/phase"));
    }

    /** E.g. {@code training/ft-1 failed after 3m: It left with code 3.} */
    static String sentence(WorkloadName name, JsonNode workload) {
        String phase = Json.text(workload, "/status/phase");
        String after = ran(workload).map(it -> " after " + Units.duration(it)).orElse("");
        String message = Text.clean(Json.text(workload, "/status/message"));
        String how = switch (phase) {
            case "SUCCEEDED" -> " succeeded" + after + ".";
            case "FAILED" -> " failed" + after + ": " + message;
            case "CANCELLED" -> " was cancelled" + after + ".";
            case "REFUSED" -> " was refused: " + message;
            default -> " is " + phase + ".";
        };
        boolean inferred = Json.flag(workload, "/status/endInferred");
        return name + how + (inferred ? " (The end was not seen; it is the last sign of life.)" : "");
    }

    private static Optional<Duration> ran(JsonNode workload) {
        Optional<Instant> from = Times.parse(Json.text(workload, "/status/startedAt"));
        Optional<Instant> to = Times.parse(Json.text(workload, "/status/endedAt"));
        return from.isPresent() && to.isPresent()
                ? Optional.of(Duration.between(from.get(), to.get()))
                : Optional.empty();
    }

    /** For whoever waited for it. */
    static ExitCode exitCode(JsonNode workload) {
        return switch (Json.text(workload, "/status/phase")) {
            case "SUCCEEDED" -> ExitCode.OK;
            case "REFUSED" -> ExitCode.REFUSED;
            default -> ExitCode.FAILED;
        };
    }
}
