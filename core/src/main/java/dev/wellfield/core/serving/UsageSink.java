package dev.wellfield.core.serving;

import java.util.List;

/** Where gateways bring their usage records. */
public interface UsageSink {
    /**
     * Stores the records durably, all or none; one that is there already (by request id) is left as it is. Blocks on the
     * database.
     *
     * @return how many were new
     */
    int store(List<UsageRecord> records);
}
