package dev.wellfield.core.scheduling;

import dev.wellfield.core.pool.Dimension;
import dev.wellfield.core.pool.Isolation;
import java.util.List;

/** Something that would let a workload run. Amounts are in the dimension's unit. */
public sealed interface Remedy {
    /** These workloads, as {@code tenant/name}, hold enough: when they end, {@code amount} is free. */
    record WaitForEnd(Dimension dimension, long amount, List<String> workloads) implements Remedy {
        public WaitForEnd {
            workloads = List.copyOf(workloads);
        }
    }

    /** A request for at most {@code amount} would pass now. */
    record AskLess(Dimension dimension, long amount) implements Remedy {}

    /** A ceiling of at least {@code amount} would let it pass. */
    record RaiseCeiling(Dimension dimension, long amount) implements Remedy {}

    /** A request for this level would pass. */
    record AskLowerIsolation(Isolation isolation) implements Remedy {}

    /** HAMi-core or MPS on a node would make software limits real. */
    record InstallLimiter() implements Remedy {}

    /** Something else on this disk makes room, until {@code mib} are free. */
    record FreeDisk(String disk, long mib) implements Remedy {}

    /** The pool is too small: so much more would do. */
    record AddCards(Dimension dimension, long amount) implements Remedy {}
}
