package dev.wellfield.core.serving;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A sink for tests, for any thread. It can be away, as a database can. */
public final class InMemoryUsageSink implements UsageSink {
    private final Map<UUID, UsageRecord> records = new LinkedHashMap<>();
    private boolean away;
    private int repeated;

    @Override
    public synchronized int store(List<UsageRecord> batch) {
        if (away) {
            throw new IllegalStateException("the sink is away");
        }
        int added = 0;
        for (UsageRecord record : batch) {
            if (records.putIfAbsent(record.requestId(), record) == null) {
                added++;
            } else {
                repeated++;
            }
        }
        return added;
    }

    public synchronized List<UsageRecord> records() {
        return List.copyOf(records.values());
    }

    /** How often a record was brought that was there already. */
    public synchronized int repeated() {
        return repeated;
    }

    public synchronized void setAway(boolean away) {
        this.away = away;
    }
}
