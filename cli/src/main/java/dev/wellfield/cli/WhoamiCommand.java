package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.show.Format;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Terminal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** Tells who one is and what one may do. */
@Command(
        name = "whoami",
        header = "Tell who you are on this server and what you may do.",
        footer = {"", "Example:", "  wellfield whoami"})
final class WhoamiCommand implements Callable<Integer> {
    @Mixin
    FormatOption output = new FormatOption();

    private final Connection connection;

    WhoamiCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        Format format = output.format(connection.terminal(), FormatOption.DOCUMENT);
        JsonNode session = connection.rest().get(ApiPath.of("session"));
        Terminal terminal = connection.terminal();
        if (Outputs.document(terminal, session, format)) {
            return ExitCode.OK.code();
        }
        terminal.line(Json.text(session, "/principal") + named(session) + " on "
                + connection.rest().server());
        String roles = Roles.text(session.path("bindings"));
        terminal.line("Roles: " + (roles.isEmpty() ? "none" : roles));
        permissions("the platform", session.path("permissions").path("platform"));
        JsonNode tenants = session.path("permissions").path("tenants");
        tenants.propertyNames().forEach(tenant -> permissions(tenant, tenants.path(tenant)));
        return ExitCode.OK.code();
    }

    private static String named(JsonNode session) {
        String shown = Json.text(session, "/displayName");
        return shown.isEmpty() ? "" : " (" + shown + ")";
    }

    private void permissions(String where, JsonNode permissions) {
        List<String> names = new ArrayList<>();
        permissions.forEach(it -> names.add(it.asString("")));
        if (!names.isEmpty()) {
            connection.terminal().line("On " + where + ": " + String.join(", ", names));
        }
    }
}
