package dev.wellfield.app;

import dev.wellfield.server.Server;
import dev.wellfield.server.ServerSettings;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code wellfield serve}: the server for those who run it under a supervisor. Logs to standard output. */
@Command(
        name = "wellfield serve",
        mixinStandardHelpOptions = true,
        description = "Runs the server in the foreground and logs to standard output.")
final class Serve implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final Bootstrap bootstrap = new Bootstrap();

    @Option(
            names = "--roles",
            paramLabel = "ROLES",
            description = "control, gateway or both (WELLFIELD_ROLES); default both.")
    private @Nullable String roles;

    static CommandLine command() {
        return Commands.of(new Serve());
    }

    @Override
    public Integer call() throws Exception {
        ServerSettings settings = Commands.usage(spec, () -> bootstrap.settings(roles));
        try (Server server = Server.start(settings)) {
            CountDownLatch end = Commands.onSignal(server);
            server.url().ifPresent(url -> System.out.println("console and REST at " + url));
            server.gatewayPort().ifPresent(port -> System.out.println("gateway at port " + port));
            server.firstToken()
                    .ifPresent(token -> System.out.println("operator's first token, shown this once: " + token.text()));
            end.await();
        }
        return 0;
    }
}
