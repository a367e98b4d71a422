package dev.wellfield.store;

import dev.wellfield.core.metering.CounterSample;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** The engines' own counters, as they were read. */
public final class Counters {
    private final Handle handle;

    Counters(Handle handle) {
        this.handle = handle;
    }

    public void insert(CounterSample sample) {
        handle.createUpdate("""
                        insert into counter_sample (endpoint_id, at, prompt_tokens, completion_tokens)
                        values (:endpoint, :at, :prompt, :completion) on conflict do nothing""")
                .bind("endpoint", sample.endpointId())
                .bind("at", sample.at())
                .bind("prompt", sample.promptTokens())
                .bind("completion", sample.completionTokens())
                .execute();
    }

    /** All of one endpoint, in order of time. */
    public List<CounterSample> of(UUID endpointId) {
        return handle.createQuery("select * from counter_sample where endpoint_id = :endpoint order by at")
                .bind("endpoint", endpointId)
                .map((rows, context) -> new CounterSample(
                        Rows.uuid(rows, "endpoint_id"),
                        Rows.instant(rows, "at"),
                        rows.getLong("prompt_tokens"),
                        rows.getLong("completion_tokens")))
                .list();
    }
}
