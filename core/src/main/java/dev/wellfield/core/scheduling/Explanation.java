package dev.wellfield.core.scheduling;

import java.time.Instant;
import java.util.List;

/** Why a workload waits, was refused or runs where it runs: what was looked at, in numbers, and what would help. */
public record Explanation(Verdict verdict, Instant at, List<Check> checks, List<Remedy> remedies) {
    public Explanation {
        checks = List.copyOf(checks);
        remedies = List.copyOf(remedies);
    }

    /** What came of it. */
    public enum Verdict {
        /** Not looked at yet. */
        PENDING,
        QUEUED,
        REFUSED,
        PLACED
    }

    /** Of a workload that no decision has looked at yet. */
    public static Explanation pending(Instant at) {
        return new Explanation(Verdict.PENDING, at, List.of(), List.of());
    }

    /** The same finding, whenever it was made: so that it need not be stored again. */
    public boolean saysTheSameAs(Explanation other) {
        return verdict == other.verdict && checks.equals(other.checks) && remedies.equals(other.remedies);
    }
}
