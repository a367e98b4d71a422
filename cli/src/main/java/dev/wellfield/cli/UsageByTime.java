package dev.wellfield.cli;

import static dev.wellfield.cli.Kind.column;
import static dev.wellfield.cli.Kind.fields;
import static dev.wellfield.cli.show.Json.flag;
import static dev.wellfield.cli.show.Json.text;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.show.Cell;
import dev.wellfield.cli.show.Format;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Money;
import dev.wellfield.cli.show.Style;
import dev.wellfield.cli.show.Terminal;
import dev.wellfield.cli.show.Times;
import dev.wellfield.cli.show.Yaml;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Usage by minute, hour, day or month, as the clock of a zone has them. */
final class UsageByTime {
    static final List<String> BUCKETS = List.of("minute", "hour", "day", "month");
    static final List<String> TOKEN_GROUPS = List.of("tenant", "model", "key");
    static final List<String> CARD_GROUPS = List.of("tenant", "model", "workload");

    private final Connection connection;
    private final boolean cards;
    private final String bucket;
    private final String group;

    UsageByTime(Connection connection, boolean cards, String bucket, String group) {
        this.connection = connection;
        this.cards = cards;
        this.bucket = bucket;
        this.group = group;
    }

    void print(
            @Nullable String tenant,
            @Nullable Instant from,
            @Nullable Instant to,
            @Nullable String zone,
            Format format) {
        JsonNode usage = connection
                .rest()
                .get(ApiPath.of("usage", cards ? "cards" : "tokens", "buckets")
                        .with("tenant", tenant)
                        .with("from", from)
                        .with("to", to)
                        .with("zone", zone)
                        .with("bucket", bucket.toUpperCase(Locale.ROOT))
                        .with("group", group.toUpperCase(Locale.ROOT)));
        Terminal terminal = connection.terminal();
        switch (format) {
            case JSON -> terminal.line(Json.pretty(usage));
            case YAML -> terminal.piece(Yaml.write(usage));
            case CSV, NAME -> new Listing(kind(usage), terminal).print(items(usage), format);
            case TABLE, WIDE -> {
                terminal.line(Style.STRONG.paint(cards ? "Card time" : "Tokens", terminal.colours()) + " by " + bucket
                        + " in " + text(usage, "/zone") + ", from " + Times.seconds(text(usage, "/from")) + " to "
                        + Times.seconds(text(usage, "/to")));
                new Listing(kind(usage), terminal).print(items(usage), format);
            }
        }
    }

    private static List<JsonNode> items(JsonNode usage) {
        List<JsonNode> items = new ArrayList<>();
        usage.path("items").forEach(items::add);
        return items;
    }

    private Kind kind(JsonNode usage) {
        ZoneId zone = ZoneId.of(text(usage, "/zone"));
        List<Kind.Column> columns = new ArrayList<>();
        columns.add(column(bucket.toUpperCase(Locale.ROOT), (item, now) -> Cell.of(local(text(item, "/from"), zone))));
        columns.add(column(group.toUpperCase(Locale.ROOT), (item, now) -> Cell.of(of(item))));
        columns.addAll(cards ? cardColumns() : tokenColumns());
        columns.add(column("NOTE", (item, now) -> new Cell(note(item), Style.WAITING)));
        return new Kind(
                cards ? "card time" : "tokens",
                new Kind.Scope.Everywhere(ApiPath.of("usage"), false),
                item -> text(item, "/from") + "/" + of(item),
                columns,
                cards ? cardFields() : tokenFields());
    }

    private static List<Kind.Column> tokenColumns() {
        return List.of(
                column(">REQUESTS", "/requests"),
                column(">FAILED", "/failedRequests"),
                column(">ABORTED", "/abortedRequests"),
                column(">PROMPT", "/promptTokens"),
                column(">CACHED", "/cachedTokens"),
                column(">COMPLETION", "/completionTokens"));
    }

    private static List<Kind.Column> cardColumns() {
        return List.of(
                column(">CARD-SECONDS", (item, now) -> Cell.of(Money.quantity(text(item, "/cardSeconds")))),
                column(">CARD-HOURS", (item, now) -> Cell.of(UsageKinds.hours(text(item, "/cardSeconds")))),
                column(">MEMORY MIB-SECONDS", (item, now) -> Cell.of(Money.quantity(text(item, "/memoryMibSeconds")))),
                column(
                        ">COMPUTE \u2030-SECONDS",
                        (item, now) -> Cell.of(Money.quantity(text(item, "/computePermilleSeconds")))));
    }

    private static List<Kind.Field> tokenFields() {
        return fields(
                "from=/from",
                "to=/to",
                "tenant=/tenant",
                "key=/key",
                "model=/model",
                "modelOwner=/modelOwner",
                "requests=/requests",
                "failedRequests=/failedRequests",
                "abortedRequests=/abortedRequests",
                "estimatedRequests=/estimatedRequests",
                "promptTokens=/promptTokens",
                "cachedTokens=/cachedTokens",
                "completionTokens=/completionTokens",
                "simulated=/simulated");
    }

    private static List<Kind.Field> cardFields() {
        return fields(
                "from=/from",
                "to=/to",
                "tenant=/tenant",
                "workload=/workload",
                "cardModel=/cardModel",
                "cardSeconds=/cardSeconds",
                "memoryMibSeconds=/memoryMibSeconds",
                "computePermilleSeconds=/computePermilleSeconds",
                "running=/running",
                "simulated=/simulated");
    }

    /** What a row is of, e.g. {@code training/app} or {@code inference/qwen}. */
    private static String of(JsonNode item) {
        return String.join(
                "/",
                Stream.of("/tenant", "/key", "/workload", "/modelOwner", "/model", "/cardModel")
                        .map(pointer -> text(item, pointer))
                        .filter(name -> !name.isEmpty())
                        .toList());
    }

    private static String note(JsonNode item) {
        return String.join(
                ", ",
                Stream.of(flag(item, "/running") ? "still running" : "", flag(item, "/simulated") ? "simulated" : "")
                        .filter(it -> !it.isEmpty())
                        .toList());
    }

    private String local(String instant, ZoneId zone) {
        ZonedDateTime time = Instant.parse(instant).atZone(zone);
        String pattern = switch (bucket) {
            case "month" -> "uuuu-MM";
            case "day" -> "uuuu-MM-dd";
            default -> "uuuu-MM-dd HH:mmxxx";
        };
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).format(time);
    }
}
