package dev.wellfield.simulator;

import java.util.Set;

/**
 * One metric with all its series, as Prometheus' Python client writes it: all but gauges also have a {@code _created}
 * gauge per series. Owned by the event loop.
 */
sealed interface Metric permits Counter, Gauge, Histogram, Summary {

    void write(MetricsPage page, double createdSeconds);

    static void created(MetricsPage page, String name, String help, Set<Labels> series, double createdSeconds) {
        page.head(name + "_created", help, "gauge");
        series.forEach(labels -> page.sample(name + "_created", labels.text(), createdSeconds));
    }
}
