package dev.wellfield.cli.why;

import java.util.List;
import java.util.Optional;

/**
 * Why a workload waits, was refused or runs where it runs.
 *
 * @param verdict PENDING, QUEUED, REFUSED or PLACED
 * @param at when it was looked at, RFC 3339
 */
public record Explanation(String verdict, String at, List<Check> checks, List<Remedy> remedies) {
    public Explanation {
        checks = List.copyOf(checks);
        remedies = List.copyOf(remedies);
    }

    /** The first check that did not pass: the reason why it doesn't run. */
    public Optional<Check> firstFailed() {
        return checks.stream().filter(it -> !it.passed()).findFirst();
    }
}
