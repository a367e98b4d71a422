package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Revokes an API key. */
@Command(
        name = "revoke",
        header = "Revoke an API key; gateways refuse it within seconds.",
        footer = {"", "Example:", "  wellfield keys revoke inference/app"})
final class KeyRevokeCommand implements Callable<Integer> {
    @Parameters(paramLabel = "KEY", description = "tenant/name, or a name with --tenant.")
    String key = "";

    @Option(names = "--tenant", paramLabel = "T", description = "Whose, if the name doesn't say.")
    @Nullable
    String tenant;

    private final Connection connection;

    KeyRevokeCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        WorkloadName name = WorkloadName.of(key, tenant, connection);
        connection.rest().delete(ApiPath.of("tenants", name.tenant(), "keys", name.name()));
        connection.terminal().line("Key " + name + " is revoked.");
        return ExitCode.OK.code();
    }
}
