package dev.wellfield.cli;

import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Style;
import dev.wellfield.cli.show.Terminal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** Tells what apply did, resource by resource, and the secrets of new keys and webhooks. */
final class ApplyReport {
    private static final int ACTION_WIDTH = 11;

    private final Terminal terminal;
    private final List<String> secrets = new ArrayList<>();
    private int created;
    private int changed;
    private int unchanged;

    ApplyReport(Terminal terminal) {
        this.terminal = terminal;
    }

    void print(JsonNode result) {
        boolean dryRun = Json.flag(result, "/dryRun");
        result.path("results").forEach(this::resource);
        terminal.line(created + " created, " + changed + " changed, " + unchanged + " unchanged"
                + (dryRun ? ", if it were applied; nothing was." : "."));
        if (!secrets.isEmpty()) {
            terminal.line("");
            terminal.line("Secrets of what is new, shown once. Keep them now:");
            secrets.forEach(it -> terminal.line("  " + it));
        }
    }

    private void resource(JsonNode resource) {
        String action = Json.text(resource, "/action");
        String tenant = Json.text(resource, "/tenant");
        String path = (tenant.isEmpty() ? "" : tenant + "/") + Json.text(resource, "/name");
        count(action);
        String shown = action.toLowerCase(Locale.ROOT);
        String padded = shown + " ".repeat(Math.max(0, ACTION_WIDTH - shown.length()));
        terminal.line(style(action).paint(padded, terminal.colours()) + Json.text(resource, "/kind") + " " + path);
        if (action.equals("CHANGED")) {
            resource.path("changes").forEach(this::change);
        }
        String secret = Json.text(resource, "/secret");
        if (!secret.isEmpty()) {
            secrets.add(path + "  " + secret);
        }
    }

    private void count(String action) {
        switch (action) {
            case "CREATED" -> created++;
            case "CHANGED" -> changed++;
            default -> unchanged++;
        }
    }

    private static Style style(String action) {
        return switch (action) {
            case "CREATED" -> Style.GOOD;
            case "CHANGED" -> Style.WAITING;
            default -> Style.FAINT;
        };
    }

    private void change(JsonNode change) {
        Change.between(Json.text(change, "/pointer"), change.path("before"), change.path("after"))
                .forEach(it -> terminal.line("             " + it.sentence()));
    }
}
