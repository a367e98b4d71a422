package dev.wellfield.store;

import dev.wellfield.core.serving.UsageRecord;
import dev.wellfield.core.serving.UsageSink;
import dev.wellfield.core.serving.UsageSinkContract;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** The gateways' records under the gateways' role. */
final class PostgresUsageSinkTest extends UsageSinkContract {
    private final TestDatabase database = TestDatabase.fresh();

    @AfterEach
    void close() {
        database.close();
    }

    @Override
    protected UsageSink sink() {
        return records -> database.gateway().transaction(tx -> tx.usageRecords().insert(records));
    }

    @Override
    protected List<UsageRecord> stored() {
        return database.app().transaction(tx -> tx.usageRecords().unread(10_000).records());
    }
}
