package dev.wellfield.cli.why;

import dev.wellfield.core.pool.Dimension;
import java.util.List;

/** Something that would let a workload run. Amounts are in the dimension's unit. */
public sealed interface Remedy {
    /** When these workloads end, at least {@code amount} is free. */
    record WaitForEnd(Dimension dimension, long amount, List<String> workloads) implements Remedy {
        public WaitForEnd {
            workloads = List.copyOf(workloads);
        }
    }

    /** A request for at most {@code amount} would pass now. */
    record AskLess(Dimension dimension, long amount) implements Remedy {}

    /** A ceiling of at least {@code amount} would let it pass. */
    record RaiseCeiling(Dimension dimension, long amount) implements Remedy {}

    record AskLowerIsolation(String isolation) implements Remedy {}

    record InstallLimiter() implements Remedy {}

    /** The pool is too small by {@code amount}. */
    record AddCards(Dimension dimension, long amount) implements Remedy {}

    /** Something else on the server's disk makes room, until {@code mib} are free. */
    record FreeDisk(String disk, long mib) implements Remedy {}

    /** A remedy that this version doesn't know, from a newer server. */
    record Unknown(String code) implements Remedy {}
}
