package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.show.Format;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Style;
import dev.wellfield.cli.show.Terminal;
import dev.wellfield.cli.show.Times;
import dev.wellfield.cli.show.Yaml;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Shows what was used: card time by workload, tokens by key and model. */
@Command(
        name = "usage",
        header = "Show what was used: card time by workload, tokens by key and model.",
        footer = {
            "",
            "Without --from, from the start of this month, as on invoices: in the zone of the tenant, or of all",
            "tenants that you may see if they share one, else in UTC. Without --to, up to now.",
            "A card-second is a second of a whole card; of a part of one, that part of a second.",
            "With --by, days and months are those of that zone, unless --zone names another.",
            "",
            "Examples:",
            "  wellfield usage --tenant training",
            "  wellfield usage tokens --from 24h -o csv",
            "  wellfield usage --by day --group model --from 30d",
            "  wellfield usage cards --from 2026-12-01 --to 2027-01-01"
        })
final class UsageCommand implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "WHAT", description = "cards or tokens; both if you don't say.")
    @Nullable
    String what;

    @Option(names = "--tenant", paramLabel = "T", description = "Of this tenant alone.")
    @Nullable
    String tenant;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description = "An instant, a day (in that zone), or a duration before now, e.g. 24h.")
    @Nullable
    String from;

    @Option(names = "--to", paramLabel = "TIME", description = "Exclusive; as --from.")
    @Nullable
    String to;

    @Option(
            names = "--by",
            paramLabel = "TIME",
            description = "minute, hour, day or month: sums of each. Of tokens, unless WHAT is cards.")
    @Nullable
    String by;

    @Option(
            names = "--group",
            paramLabel = "G",
            description = "With --by: tenant, model or key; of cards tenant, model or workload.")
    @Nullable
    String group;

    @Option(names = "--zone", paramLabel = "Z", description = "With --by: an IANA time zone, e.g. Asia/Shanghai.")
    @Nullable
    String zone;

    @Mixin
    FormatOption output = new FormatOption();

    private final Connection connection;

    UsageCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        Format format = output.format(connection.terminal());
        Violations violations = new Violations();
        if (what != null && !what.equals("cards") && !what.equals("tokens")) {
            violations.add("WHAT", what, "cards or tokens");
        }
        checkTime(violations);
        if (what == null && by == null && (format == Format.CSV || format == Format.NAME)) {
            violations.add("WHAT", "nothing", "cards or tokens: " + format.text() + " holds one table");
        }
        Instant now = connection.terminal().now();
        ZoneId days = isDay(from) || isDay(to) ? days(violations) : ZoneOffset.UTC;
        Instant start = from == null ? null : violations.instant("--from", from, Times.past(from, now, days));
        Instant end = to == null ? null : violations.instant("--to", to, Times.past(to, now, days));
        violations.check();
        if (by != null) {
            boolean cards = "cards".equals(what);
            new UsageByTime(connection, cards, by, group == null ? "tenant" : group)
                    .print(tenant, start, end, zone, format);
            return ExitCode.OK.code();
        }
        JsonNode cards = "tokens".equals(what) ? null : read("cards", start, end);
        JsonNode tokens = "cards".equals(what) ? null : read("tokens", start, end);
        print(cards, tokens, format);
        return ExitCode.OK.code();
    }

    private void checkTime(Violations violations) {
        if (by == null) {
            if (group != null) {
                violations.add("--group", group, "only with --by, e.g. --by day");
            }
            if (zone != null) {
                violations.add("--zone", zone, "only with --by, e.g. --by day");
            }
            return;
        }
        if (!UsageByTime.BUCKETS.contains(by)) {
            violations.add("--by", by, "one of " + String.join(", ", UsageByTime.BUCKETS));
        }
        List<String> groups = "cards".equals(what) ? UsageByTime.CARD_GROUPS : UsageByTime.TOKEN_GROUPS;
        if (group != null && !groups.contains(group)) {
            violations.add("--group", group, "one of " + String.join(", ", groups));
        }
    }

    private ZoneId days(Violations violations) {
        if (zone == null) {
            return zone();
        }
        if (!ZoneId.getAvailableZoneIds().contains(zone)) {
            violations.add("--zone", zone, "an IANA time zone, e.g. Asia/Shanghai");
            return ZoneOffset.UTC;
        }
        return ZoneId.of(zone);
    }

    private static boolean isDay(@Nullable String text) {
        return text != null && text.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}");
    }

    /** In which days begin and end: that of all tenants shown, if they share one. */
    private ZoneId zone() {
        List<String> zones = connection
                .rest()
                .get(ApiPath.of("tenants"))
                .path("items")
                .valueStream()
                .filter(it -> tenant == null || Json.text(it, "/metadata/name").equals(tenant))
                .map(it -> Json.text(it, "/spec/zone"))
                .distinct()
                .toList();
        return zones.size() == 1 ? ZoneId.of(zones.getFirst()) : ZoneOffset.UTC;
    }

    private JsonNode read(String which, @Nullable Instant start, @Nullable Instant end) {
        return connection
                .rest()
                .get(ApiPath.of("usage", which)
                        .with("tenant", tenant)
                        .with("from", start)
                        .with("to", end));
    }

    private void print(@Nullable JsonNode cards, @Nullable JsonNode tokens, Format format) {
        Terminal terminal = connection.terminal();
        if (format == Format.JSON || format == Format.YAML) {
            ObjectNode both = Json.object();
            if (cards != null) {
                both.set("cards", cards);
            }
            if (tokens != null) {
                both.set("tokens", tokens);
            }
            terminal.piece(format == Format.JSON ? Json.pretty(both) + "\n" : Yaml.write(both));
            return;
        }
        if (cards != null) {
            table("Card time", cards, UsageKinds.cards(), format);
        }
        if (cards != null && tokens != null) {
            terminal.line("");
        }
        if (tokens != null) {
            table("Tokens", tokens, UsageKinds.tokens(), format);
        }
    }

    private void table(String title, JsonNode usage, Kind kind, Format format) {
        Terminal terminal = connection.terminal();
        if (format == Format.TABLE || format == Format.WIDE) {
            String window = " from " + Times.seconds(Json.text(usage, "/from")) + " to "
                    + Times.seconds(Json.text(usage, "/to"));
            String zone = from == null ? ", the month in " : isDay(from) || isDay(to) ? ", days in " : "";
            terminal.line(Style.STRONG.paint(title, terminal.colours())
                    + window
                    + (zone.isEmpty() ? "" : zone + Json.text(usage, "/zone")));
        }
        List<JsonNode> items = new ArrayList<>();
        usage.path("items").forEach(items::add);
        new Listing(kind, terminal).print(items, format);
    }
}
