package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.show.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Changes somebody's roles. */
@Command(
        name = "roles",
        header = "Replace somebody's roles: in one tenant, or all of them.",
        footer = {
            "",
            "Examples:",
            "  wellfield users roles anna engineer viewer --tenant training    her roles there",
            "  wellfield users roles anna finance engineer@training            all that she has",
            "  wellfield users roles anna --tenant training --none             no member any more"
        })
final class UserRolesCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "NAME", description = "`wellfield users` shows them.")
    String name = "";

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "ROLE", description = """
            With --tenant the roles in it; else ROLE of the platform and ROLE@TENANT.""")
    List<String> roles = new ArrayList<>();

    @Option(names = "--tenant", paramLabel = "T", description = "Only the roles in this tenant.")
    @Nullable
    String tenant;

    @Option(names = "--none", description = "Take every role away.")
    boolean none;

    private final Connection connection;

    UserRolesCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        Violations violations = new Violations();
        if (roles.isEmpty() != none) {
            violations.add("ROLE", roles.isEmpty() ? null : String.join(" ", roles), "one or more roles, or --none");
        }
        violations.check();
        if (tenant != null && none) {
            connection.rest().delete(ApiPath.of("tenants", tenant, "members", name));
            connection.terminal().line(name + " is no member of " + tenant + " any more.");
            return ExitCode.OK.code();
        }
        JsonNode user = tenant == null
                ? connection.rest().put(ApiPath.of("users", name, "bindings"), bindings())
                : connection.rest().put(ApiPath.of("tenants", tenant, "members", name), ofTenant());
        String now = Roles.text(user.path("bindings"));
        connection.terminal().line(name + " is " + (now.isEmpty() ? "without a role" : now) + " now.");
        return ExitCode.OK.code();
    }

    private ObjectNode bindings() {
        ObjectNode body = Json.object();
        ArrayNode bindings = body.putArray("bindings");
        for (String text : roles) {
            int at = text.indexOf('@');
            ObjectNode binding = bindings.addObject().put("role", at < 0 ? text : text.substring(0, at));
            if (at >= 0) {
                binding.put("tenant", text.substring(at + 1));
            }
        }
        return body;
    }

    private ObjectNode ofTenant() {
        ObjectNode body = Json.object();
        ArrayNode array = body.putArray("roles");
        roles.forEach(array::add);
        return body;
    }
}
