package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.show.Format;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists people and services. */
@Command(
        name = "users",
        header = "Show who can sign in, and bring people in or keep them out.",
        synopsisSubcommandLabel = "[COMMAND]",
        footer = {
            "",
            "Examples:",
            "  wellfield users                              everybody, for an operator",
            "  wellfield users --tenant training            the members of a tenant",
            "  wellfield users invite anna --tenant training --role engineer"
        })
final class UsersCommand implements Callable<Integer> {
    @Option(names = "--tenant", paramLabel = "T", description = "The members of this tenant, with their roles in it.")
    @Nullable
    String tenant;

    @Mixin
    FormatOption output = new FormatOption();

    private final Connection connection;

    UsersCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        Format format = output.format(connection.terminal());
        Kind kind = tenant == null
                ? PeopleKinds.users()
                : PeopleKinds.users().in(new Kind.Scope.Everywhere(ApiPath.of("tenants", tenant, "members"), false));
        new Listing(kind, connection.terminal()).print(new Lists(connection).all(kind, null), format);
        return ExitCode.OK.code();
    }
}
