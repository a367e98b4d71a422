package dev.wellfield.cli;

import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.Pauses;
import dev.wellfield.cli.client.Rest;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.why.Check;
import dev.wellfield.cli.why.Explanation;
import dev.wellfield.cli.why.ExplanationReader;
import dev.wellfield.cli.why.Remedies;
import dev.wellfield.cli.why.Sentences;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What the first decision about a workload was, as one sentence. */
record Decision(WorkloadName name, JsonNode workload, Explanation explanation) {
    private static final Duration MOST = Duration.ofSeconds(2);
    private static final Duration BETWEEN = Duration.ofMillis(100);

    /** Waits up to two seconds for it. */
    static Decision await(Rest rest, WorkloadName name) {
        long start = System.nanoTime();
        while (true) {
            Decision now = look(rest, name);
            if (now.made() || System.nanoTime() - start > MOST.toNanos()) {
                return now;
            }
            Pauses.sleep(BETWEEN);
        }
    }

    /** As it is now: the explanation is read after the workload, so that it is never the older of the two. */
    static Decision look(Rest rest, WorkloadName name) {
        JsonNode workload = rest.get(name.path());
        Explanation explanation = ExplanationReader.read(rest.get(name.path("explanation")));
        boolean overtaken = Json.text(workload, "/status/phase").equals("QUEUED") && decided(explanation);
        return new Decision(name, overtaken ? rest.get(name.path()) : workload, explanation);
    }

    private static boolean decided(Explanation explanation) {
        return explanation.verdict().equals("PLACED") || explanation.verdict().equals("REFUSED");
    }

    private boolean made() {
        return !phase().equals("QUEUED") || explanation.verdict().equals("QUEUED");
    }

    private String phase() {
        return Json.text(workload, "/status/phase");
    }

    boolean refused() {
        return phase().equals("REFUSED");
    }

    /** Where it runs, or why it waits. */
    String sentence() {
        return switch (phase()) {
            case "QUEUED" -> name + " waits: " + firstReason() + " `wellfield why " + name + "` says more.";
            case "STARTING", "RUNNING" -> name + " runs" + place() + ".";
            case "STOPPING" -> name + " is being stopped.";
            default -> Ending.sentence(name, workload);
        };
    }

    /** E.g. {@code on server-1/cards 0-2 (simulated), isolation HARD}. */
    private String place() {
        String where = Where.text(workload);
        if (where.isEmpty()) {
            return "";
        }
        boolean cards =
                !workload.path("status").path("placement").path("shares").isEmpty();
        return " on " + where
                + (Json.flag(workload, "/status/placement/simulated") ? " (simulated)" : "")
                + (cards ? ", isolation " + Json.text(workload, "/status/placement/isolation") : "")
                + (Json.flag(workload, "/status/placement/borrowed") ? ", borrowed" : "");
    }

    String firstReason() {
        Sentences sentences = new Sentences(name.tenant());
        return explanation
                .firstFailed()
                .map(sentences::of)
                .orElse(explanation.verdict().equals("PENDING") ? "it has not been looked at yet." : "for its turn.");
    }

    Failure refusal() {
        Sentences sentences = new Sentences(name.tenant());
        List<String> reasons = explanation.checks().stream()
                .filter((Check it) -> !it.passed())
                .map(sentences::of)
                .toList();
        List<String> remedies = new Remedies(name.tenant(), explanation).sentences();
        return new Failure(
                ExitCode.REFUSED,
                name + " was refused.",
                reasons.isEmpty() ? List.of(Json.text(workload, "/status/message")) : reasons,
                remedies.isEmpty()
                        ? "`wellfield why " + name + "` says more."
                        : "What would let it run: " + String.join(" Or: ", remedies));
    }
}
