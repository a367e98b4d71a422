package dev.wellfield.core.scheduling;

import java.time.Instant;
import java.util.UUID;

/** A submitted workload with its request in exact numbers. People know it as {@code tenant/name}. */
public record Workload(
        UUID id,
        String tenant,
        String name,
        WorkloadSpec spec,
        Ask ask,
        String submittedBy,
        Instant submittedAt,
        WorkloadState state) {
    public String path() {
        return tenant + "/" + name;
    }

    Workload in(WorkloadState next) {
        return new Workload(id, tenant, name, spec, ask, submittedBy, submittedAt, next);
    }
}
