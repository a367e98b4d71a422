package dev.wellfield.cli;

import static dev.wellfield.cli.Kind.column;
import static dev.wellfield.cli.Kind.fields;
import static dev.wellfield.cli.Kind.wide;
import static dev.wellfield.cli.show.Json.flag;
import static dev.wellfield.cli.show.Json.number;
import static dev.wellfield.cli.show.Json.text;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.show.Cell;
import dev.wellfield.cli.show.Style;
import dev.wellfield.cli.show.Text;
import dev.wellfield.cli.show.Times;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What runs: workloads, models and the engines that serve them. */
final class WorkKinds {
    private static final int COMMAND_SHOWN = 60;

    private WorkKinds() {}

    static Kind workloads() {
        return new Kind(
                "workloads",
                new Kind.Scope.Everywhere(ApiPath.of("workloads"), true),
                Kind::metadataPath,
                List.of(
                        column("NAME", (item, now) -> Cell.of(Kind.metadataPath(item))),
                        column("TYPE", "/spec/type"),
                        column("PHASE", (item, now) -> Cell.phase(text(item, "/status/phase"))),
                        column("ASKS FOR", (item, now) -> Cell.of(Ask.text(item.path("spec")))),
                        column("WHERE", (item, now) -> Cell.of(Where.text(item))),
                        column("ISOLATION", "/status/placement/isolation"),
                        column(">AGE", (item, now) -> Cell.of(Times.age(text(item, "/status/submittedAt"), now))),
                        column("NOTE", (item, now) -> note(item)),
                        wide(">PLACE", "/status/queuePosition"),
                        wide(">PRIORITY", "/spec/priority"),
                        wide("BY", "/status/submittedBy"),
                        wide("COMMAND", (item, now) -> Cell.of(command(item)))),
                fields(
                        "tenant=/metadata/tenant",
                        "name=/metadata/name",
                        "type=/spec/type",
                        "phase=/status/phase",
                        "reason=/status/reason",
                        "waitsFor=/status/waitsFor/code",
                        "pool=/spec/pool",
                        "cards=/spec/cards",
                        "memoryMib=/spec/share/memoryMib",
                        "computePermille=/spec/share/computePermille",
                        "migProfile=/spec/share/migProfile",
                        "node=/status/placement/node",
                        "isolation=/status/placement/isolation",
                        "borrowed=/status/placement/borrowed",
                        "simulated=/status/simulated",
                        "submittedBy=/status/submittedBy",
                        "submittedAt=/status/submittedAt",
                        "startedAt=/status/startedAt",
                        "endedAt=/status/endedAt",
                        "exitCode=/status/exitCode",
                        "exitSignal=/status/exitSignal",
                        "queuePosition=/status/queuePosition"));
    }

    private static Cell note(JsonNode workload) {
        List<String> notes = new ArrayList<>();
        if (workload.path("status").has("waitsFor")) {
            notes.add("waits: " + waitsFor(workload.path("status").path("waitsFor")));
        }
        if (flag(workload, "/status/simulated")) {
            notes.add("simulated");
        }
        if (flag(workload, "/status/placement/borrowed")) {
            notes.add("borrowed");
        }
        if (!text(workload, "/status/exitCode").isEmpty() && number(workload, "/status/exitCode") != 0) {
            notes.add("exit code " + text(workload, "/status/exitCode"));
        }
        if (!text(workload, "/status/exitSignal").isEmpty()) {
            notes.add("signal " + text(workload, "/status/exitSignal"));
        }
        return new Cell(String.join(", ", notes), Style.WAITING);
    }

    /** The check that holds it back, in a word or two. */
    private static String waitsFor(JsonNode check) {
        String dimension = text(check, "/dimension");
        return switch (text(check, "/code")) {
            case "QUOTA_CEILING" -> "quota " + dimension;
            case "POOL_FREE" -> "pool " + dimension;
            case "NODE_FIT" -> "node " + dimension;
            case "CARD_FIT" -> "cards of one node";
            case "ISOLATION" -> "isolation";
            case "DISK_ROOM" -> "room on the server's disk";
            case "QUEUE_ORDER" -> "its turn";
            default -> text(check, "/code");
        };
    }

    private static String command(JsonNode workload) {
        List<String> words = new ArrayList<>();
        workload.path("spec").path("command").forEach(it -> words.add(it.asString("")));
        return Text.shortened(String.join(" ", words), COMMAND_SHOWN);
    }

    static Kind models() {
        return new Kind(
                "models",
                new Kind.Scope.Everywhere(ApiPath.of("models"), false),
                item -> text(item, "/metadata/name"),
                List.of(
                        column("MODEL", "/metadata/name"),
                        column("OWNER", "/metadata/tenant"),
                        column(
                                "READY",
                                (item, now) -> Cell.of(
                                        text(item, "/status/readyEndpoints") + "/" + text(item, "/status/endpoints"))),
                        column(">CONTEXT TOKENS", "/spec/contextTokens"),
                        column("PUBLISHED", (item, now) -> Cell.of(flag(item, "/spec/published") ? "yes" : "no")),
                        column("NOTE", (item, now) -> PoolKinds.simulated(item, "/status/simulated")),
                        wide(">OUTPUT CEILING", "/spec/outputCeilingTokens")),
                fields(
                        "model=/metadata/name",
                        "tenant=/metadata/tenant",
                        "contextTokens=/spec/contextTokens",
                        "outputCeilingTokens=/spec/outputCeilingTokens",
                        "published=/spec/published",
                        "endpoints=/status/endpoints",
                        "readyEndpoints=/status/readyEndpoints",
                        "simulated=/status/simulated"));
    }

    static Kind endpoints() {
        return new Kind(
                "endpoints",
                new Kind.Scope.Everywhere(ApiPath.of("endpoints"), false),
                item -> text(item, "/tenant") + "/" + text(item, "/workload"),
                List.of(
                        column("MODEL", "/model"),
                        column(
                                "WORKLOAD",
                                (item, now) -> Cell.of(text(item, "/tenant") + "/" + text(item, "/workload"))),
                        column("ENGINE", "/engine"),
                        column(
                                "STATE",
                                (item, now) -> flag(item, "/ready")
                                        ? new Cell("ready", Style.GOOD)
                                        : new Cell("not ready", Style.WAITING)),
                        column(">HEARD OF", (item, now) -> Cell.of(Times.age(text(item, "/heartbeatAt"), now))),
                        column("NOTE", (item, now) -> PoolKinds.simulated(item, "/simulated")),
                        wide("URL", "/url"),
                        wide(">SINCE", (item, now) -> Cell.of(Times.age(text(item, "/since"), now)))),
                fields(
                        "model=/model",
                        "tenant=/tenant",
                        "workload=/workload",
                        "url=/url",
                        "engine=/engine",
                        "ready=/ready",
                        "simulated=/simulated",
                        "since=/since",
                        "heartbeatAt=/heartbeatAt"));
    }
}
