package dev.wellfield.core.scheduling;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a workload's process ended.
 *
 * @param code its exit code; null if a signal ended it or nobody saw it
 * @param signal the signal that ended it; null otherwise
 * @param outOfMemory it ran out of its host memory limit
 * @param inferred nobody saw the end; {@code at} is the last sign of life
 */
public record Exit(
        @Nullable Integer code, @Nullable Integer signal, Instant at, boolean outOfMemory, boolean inferred) {
    public boolean success() {
        return code != null && code == 0 && !inferred;
    }
}
