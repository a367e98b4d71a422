package dev.wellfield.app;

import dev.wellfield.cli.Cli;
import dev.wellfield.simulator.EngineSimulatorCommand;
import java.util.Arrays;

/** {@code wellfield WORD …}: six words are programs of their own, all others belong to the command line. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        String[] rest = args.length == 0 ? args : Arrays.copyOfRange(args, 1, args.length);
        int status = switch (args.length == 0 ? "" : args[0]) {
            case "serve" -> Serve.command().execute(rest);
            case "up" -> Up.command().execute(rest);
            case "down" -> Down.command().execute(rest);
            case "backup" -> Backup.command().execute(rest);
            case "restore" -> Restore.command().execute(rest);
            case "engine-simulator" -> EngineSimulatorCommand.run(rest);
            default -> Cli.run(args, System.out, System.err);
        };
        System.exit(status);
    }
}
