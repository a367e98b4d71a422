package dev.wellfield.core.serving;

import dev.wellfield.core.EngineKind;
import java.net.URI;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An engine that serves a model now: one run of one workload, so its counters begin at 0.
 *
 * @param id the id of the allocation that it runs in
 * @param tenant whose workload it is
 * @param url without a path, e.g. {@code http://127.0.0.1:41234}
 * @param concurrentRequests that the gateway sends to it at a time
 * @param key that is shown to it as a bearer's; null for none
 */
public record Endpoint(
        UUID id,
        String tenant,
        String workload,
        UUID modelId,
        URI url,
        EngineKind engine,
        boolean simulated,
        int concurrentRequests,
        @Nullable String key) {}
