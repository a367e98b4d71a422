package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.show.Json;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Invites somebody. */
@Command(
        name = "invite",
        header = "Invite somebody: makes a link to hand over. Nothing is mailed.",
        footer = {
            "",
            "Examples:",
            "  wellfield users invite anna --tenant training --role engineer",
            "  wellfield users invite anna@example.com --tenant training --role viewer --expires 2d",
            "  wellfield users invite omar --platform --role operator"
        })
final class UserInviteCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "WHO",
            description = "The name to sign in with; or an e-mail address, and the invited chooses a name.")
    String who = "";

    @Option(names = "--role", paramLabel = "ROLE", required = true, description = """
            In a tenant tenant-admin, engineer, viewer or tenant-finance; on the platform operator or finance.""")
    String role = "";

    @Option(
            names = "--tenant",
            paramLabel = "T",
            description = "To this tenant; else to $$WELLFIELD_TENANT or your only one.")
    @Nullable
    String tenant;

    @Option(names = "--platform", description = "To the platform instead of a tenant.")
    boolean platform;

    @Option(names = "--email", paramLabel = "ADDRESS", description = "To sign in with as well.")
    @Nullable
    String email;

    @Option(names = "--display-name", paramLabel = "TEXT", description = "As lists show it.")
    @Nullable
    String displayName;

    @Option(names = "--expires", paramLabel = "TIME", description = "E.g. 2d, or an instant. Default: in 7 days.")
    @Nullable
    String expires;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text, json, or secret for the link alone.",
            defaultValue = "text")
    String output = "text";

    private final Connection connection;

    UserInviteCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        Secrets.checkOutput(output);
        ObjectNode body = Json.object();
        body.put(who.contains("@") ? "email" : "name", who);
        body.put("role", role);
        put(body, "email", email);
        put(body, "displayName", displayName);
        put(body, "expiresAt", Secrets.expiry(expires, connection.terminal().now()));
        String where = platform ? null : connection.tenant(tenant);
        ApiPath path = where == null ? ApiPath.of("invitations") : ApiPath.of("tenants", where, "invitations");
        JsonNode issued = connection.rest().post(path, body);
        String what = "The invitation of " + who + " as " + role + (where == null ? "" : " in " + where);
        Invited.print(connection.terminal(), output, connection.rest().server(), what, issued);
        return ExitCode.OK.code();
    }

    private static void put(ObjectNode body, String field, @Nullable String value) {
        if (value != null) {
            body.put(field, value);
        }
    }
}
