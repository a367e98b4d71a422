package dev.wellfield.cli;

import static dev.wellfield.cli.show.Json.flag;
import static dev.wellfield.cli.show.Json.number;
import static dev.wellfield.cli.show.Json.text;

import dev.wellfield.cli.show.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** What the server's own account of itself means for those who use it. */
final class SystemFindings {
    private static final Duration CLOCKS_APART = Duration.ofSeconds(5);
    private static final long ROOMY_MIB = 2_048;
    private static final long LAST_MIB = 64;

    private SystemFindings() {}

    /**
     * @param system the answer of getSystem
     * @param version this command line's
     */
    static List<Finding> of(JsonNode system, String version, Instant now) {
        List<Finding> findings = new ArrayList<>();
        findings.add(version(text(system, "/version"), version));
        findings.add(clocks(text(system, "/now"), now));
        jump(number(system, "/clockJumpMillis")).ifPresent(findings::add);
        findings.add(Finding.ok(
                text(system, "/database").equals("EXTERNAL")
                        ? "It uses a PostgreSQL of its operator's."
                        : "It runs its own PostgreSQL in " + text(system, "/dataDirectory") + "."));
        if (system.has("diskFreeMib")) {
            findings.add(disk(system));
        }
        findings.add(tenants(system));
        findings.add(limits(system));
        findings.add(cards(system));
        findings.add(limiters(system));
        if (flag(system, "/simulated")) {
            findings.add(Finding.ok("Some cards or engines are simulated; whatever runs on them is marked."));
        }
        return findings;
    }

    private static Finding version(String server, String own) {
        return server.equals(own)
                ? Finding.ok("Server and command line are version " + own + ".")
                : Finding.warn(
                        "The server is version " + server + ", this command line is " + own + ".",
                        "Use the command line that came with the server.");
    }

    private static Finding clocks(String server, Instant now) {
        Duration apart =
                Times.parse(server).map(it -> Duration.between(it, now).abs()).orElse(Duration.ZERO);
        return apart.compareTo(CLOCKS_APART) <= 0
                ? Finding.ok("Its clock and this machine's agree.")
                : Finding.warn(
                        "Its clock and this machine's are " + apart.toSeconds() + " s apart.",
                        "Let both follow a time server; money is counted by the server's clock.");
    }

    private static Optional<Finding> jump(long millis) {
        if (millis == 0) {
            return Optional.empty();
        }
        Duration by = Duration.ofMillis(Math.abs(millis));
        return Optional.of(Finding.warn(
                "The server's clock was set %s by %d h %d min %d s while it ran; card time is counted as if it had not been."
                        .formatted(
                                millis > 0 ? "forward" : "back", by.toHours(), by.toMinutesPart(), by.toSecondsPart()),
                "Let the clock follow a time server. If it is right now, restart the server (wellfield down, wellfield up):"
                        + " workloads keep running."));
    }

    private static Finding disk(JsonNode system) {
        long free = number(system, "/diskFreeMib");
        String found = "%.1f GiB are free on the disk of %s.".formatted(free / 1024.0, text(system, "/dataDirectory"));
        if (free >= ROOMY_MIB) {
            return Finding.ok(found);
        }
        String remedy = "Make room there: without any, new workloads can't start and calls aren't taken.";
        return free < LAST_MIB ? Finding.fail(found, remedy) : Finding.warn(found, remedy);
    }

    private static Finding tenants(JsonNode system) {
        return flag(system, "/tenantsIsolated")
                ? Finding.ok("Tenants are isolated from each other: each has a user of its own.")
                : Finding.warn(
                        "No isolation between tenants: all local processes share one user.",
                        "Run the server as root; it then gives each tenant a user of its own.");
    }

    private static Finding limits(JsonNode system) {
        String limits = text(system, "/limits");
        if (limits.equals("NONE")) {
            return Finding.warn(
                    "Nothing enforces CPU and host memory of local processes" + because(system, "/limitsReason"),
                    "Run the server where it may write control groups: as root, or with a delegated cgroup v2.");
        }
        return Finding.ok("CPU and host memory are enforced by "
                + (limits.equals("CGROUP_V1") ? "cgroup v1" : "cgroup v2") + ".");
    }

    private static Finding cards(JsonNode system) {
        long cards = number(system, "/realCards");
        return cards > 0
                ? Finding.ok(cards + (cards == 1 ? " real card" : " real cards") + " on the server's machine.")
                : Finding.ok("No real card on the server's machine" + because(system, "/realCardsReason"));
    }

    private static Finding limiters(JsonNode system) {
        List<String> loaded = new ArrayList<>();
        system.path("limiters")
                .forEach(it -> loaded.add(it.asString("").equals("HAMI_CORE") ? "HAMi-core" : it.asString("")));
        if (!loaded.isEmpty()) {
            return Finding.ok("Device limiters loaded: " + String.join(", ", loaded) + ".");
        }
        return number(system, "/realCards") > 0
                ? Finding.warn(
                        "No device limiter is loaded: shares of real cards get isolation NONE, and requests for SOFT are refused.",
                        "Install HAMi-core, or start the MPS daemon.")
                : Finding.ok("No device limiter is loaded; simulated cards need none.");
    }

    private static String because(JsonNode system, String pointer) {
        String reason = text(system, pointer);
        return reason.isEmpty() ? "." : ": " + reason + (reason.endsWith(".") ? "" : ".");
    }
}
