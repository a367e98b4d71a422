package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.show.Format;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists invitations. */
@Command(
        name = "list",
        header = "List invitations, without their secrets, the newest first.",
        footer = {"", "Example:", "  wellfield invitations list --tenant training"})
final class InvitationListCommand implements Callable<Integer> {
    @Option(names = "--tenant", paramLabel = "T", description = "To this tenant alone.")
    @Nullable
    String tenant;

    @Mixin
    FormatOption output = new FormatOption();

    private final Connection connection;

    InvitationListCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        Format format = output.format(connection.terminal());
        Kind kind = PeopleKinds.invitations()
                .in(new Kind.Scope.Everywhere(ApiPath.of("invitations").with("tenant", tenant), false));
        new Listing(kind, connection.terminal()).print(new Lists(connection).all(kind, null), format);
        return ExitCode.OK.code();
    }
}
