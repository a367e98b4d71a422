package dev.wellfield.server;

import dev.wellfield.core.serving.GatewayView;
import dev.wellfield.core.serving.UsageRecord;
import dev.wellfield.core.serving.UsageSink;
import dev.wellfield.core.serving.ViewSource;
import dev.wellfield.store.Database;
import java.util.List;

/** What a gateway needs of the database, under the gateways' own role. */
final class DatabaseViews implements ViewSource, UsageSink {
    private final Database database;

    DatabaseViews(Database database) {
        this.database = database;
    }

    @Override
    public long revision() {
        return database.transaction(tx -> tx.gatewayViews().revision());
    }

    @Override
    public GatewayView load() {
        return database.snapshot(tx -> tx.gatewayViews().load());
    }

    @Override
    public int store(List<UsageRecord> records) {
        return database.transaction(tx -> tx.usageRecords().insert(records));
    }
}
