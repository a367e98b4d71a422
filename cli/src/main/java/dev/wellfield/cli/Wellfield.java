package dev.wellfield.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The word before all others, with the options that every command has. */
@Command(
        name = "wellfield",
        versionProvider = Wellfield.Version.class,
        header = "Shares a pool of GPUs and NPUs among many tenants.",
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Examples:",
            "  wellfield up                                  a server on this machine",
            "  wellfield get cards                           who holds which card",
            "  wellfield submit ft-1 --tenant training --cards 3 -- python train.py",
            "  wellfield why training/ft-1                   why it waits, in numbers",
            "  wellfield invoice preview --tenant training   what the month costs so far",
            "",
            "Exit codes: 0 done, 1 failed, 2 called wrongly, 3 not signed in or not permitted,",
            "4 not found, 5 refused by quota or admission, 6 server unreachable or too slow, 130 Ctrl-C.",
            "`wellfield COMMAND --help` tells about one command."
        })
final class Wellfield {
    @Mixin
    final Connection connection;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help.")
    boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version.")
    boolean version;

    Wellfield(Connection connection) {
        this.connection = connection;
    }

    /** The version that the build wrote into the jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"wellfield " + current()};
        }

        static String current() {
            try (InputStream in = Wellfield.class.getResourceAsStream("version")) {
                if (in == null) {
                    throw new IllegalStateException("the jar says no version: it was not built by Maven");
                }
                return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
            } catch (IOException e) {
                throw new IllegalStateException("the jar's version can't be read", e);
            }
        }
    }
}
