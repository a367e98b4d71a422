package dev.wellfield.core.serving;

import java.util.List;

final class InMemoryUsageSinkTest extends UsageSinkContract {
    private final InMemoryUsageSink sink = new InMemoryUsageSink();

    @Override
    protected UsageSink sink() {
        return sink;
    }

    @Override
    protected List<UsageRecord> stored() {
        return sink.records();
    }
}
