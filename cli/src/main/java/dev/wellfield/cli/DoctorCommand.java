package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.Reachable;
import dev.wellfield.cli.show.Format;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** Looks at an installation and says what is well, what isn't and what to do. */
@Command(
        name = "doctor",
        header = "Look at the server and say what is well, what isn't, and what to do.",
        footer = {"", "Example:", "  wellfield doctor", "", "Exit code 1 if something fails; warnings alone are 0."})
final class DoctorCommand implements Callable<Integer> {
    @Mixin
    FormatOption output = new FormatOption();

    private final Connection connection;
    private final List<Finding> findings = new ArrayList<>();

    DoctorCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        Format format =
                output.format(connection.terminal(), Format.TABLE, Format.WIDE, Format.JSON, Format.YAML, Format.CSV);
        contextFile();
        ExitCode reached = server();
        print(format);
        if (reached != ExitCode.OK) {
            return reached.code();
        }
        boolean failed = findings.stream().anyMatch(it -> it.grade() == Finding.Grade.FAIL);
        return failed ? ExitCode.FAILED.code() : ExitCode.OK.code();
    }

    private void contextFile() {
        Path file = connection.contexts().file();
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
            if (permissions.contains(PosixFilePermission.GROUP_READ)
                    || permissions.contains(PosixFilePermission.OTHERS_READ)) {
                findings.add(Finding.warn("Others can read " + file + ", which holds tokens.", "chmod 600 " + file));
            }
        } catch (IOException | UnsupportedOperationException e) {
            // No file, or none with permissions of this kind: nothing that others could read.
        }
    }

    /** How far it got: OK if the server's own account was read. */
    private ExitCode server() {
        try {
            JsonNode ready = connection.rest().get(ApiPath.root("/readyz"));
            findings.add(Finding.ok("The server at " + connection.rest().server() + " answers and is "
                    + (Json.text(ready, "/status").equals("ok") ? "ready" : Json.text(ready, "/status")) + "."));
            JsonNode system = connection.rest().get(ApiPath.of("system"));
            String principal = Json.text(connection.rest().get(ApiPath.of("session")), "/principal");
            findings.add(Finding.ok("You are signed in as " + principal + "."));
            findings.addAll(SystemFindings.of(
                    system, Wellfield.Version.current(), connection.terminal().now()));
            gateway(Json.text(system, "/gatewayUrl"));
            return ExitCode.OK;
        } catch (Failure failure) {
            findings.add(Finding.fail(failure.sentence(), failure.nextStep()));
            return failure.exitCode();
        }
    }

    private void gateway(String url) {
        if (url.isEmpty()) {
            findings.add(Finding.warn(
                    "This server runs no gateway: models can't be called here.",
                    "Start a server with the role gateway."));
        } else if (Reachable.answers(url)) {
            findings.add(Finding.ok("The gateway at " + url + " answers."));
        } else {
            findings.add(
                    Finding.fail(
                            "The gateway at " + url + " does not answer from here.",
                            "If this is another machine than the server's, the gateway listens on loopback alone or a firewall is between."));
        }
    }

    private void print(Format format) {
        if (format == Format.TABLE || format == Format.WIDE) {
            print();
        } else {
            new Listing(Finding.kind(), connection.terminal())
                    .print(findings.stream().map(Finding::json).toList(), format);
        }
    }

    private void print() {
        Terminal terminal = connection.terminal();
        for (Finding finding : findings) {
            terminal.line(finding.grade().mark(terminal.colours()) + finding.sentence());
            if (finding.advice() != null) {
                terminal.line("      → " + finding.advice());
            }
        }
    }
}
