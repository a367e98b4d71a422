package dev.wellfield.core.scheduling;

import java.time.Duration;
import java.time.Instant;

final class FakeClusterTest extends ClusterContract {
    private final VirtualClock clock = new VirtualClock(Instant.parse("2026-03-01T00:00:00Z"));
    private final FakeCluster cluster = new FakeCluster(clock);

    @Override
    protected Cluster cluster() {
        return cluster;
    }

    @Override
    protected void pass(Duration time) {
        clock.advance(time);
    }
}
