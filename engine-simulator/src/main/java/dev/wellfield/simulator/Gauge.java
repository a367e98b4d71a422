package dev.wellfield.simulator;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;

/** Numbers that are read when the page is written. */
final class Gauge implements Metric {

    private final String name;
    private final String help;
    private final Map<Labels, DoubleSupplier> series = new LinkedHashMap<>();

    Gauge(String name, String help) {
        this.name = name;
        this.help = help;
    }

    Gauge with(Labels labels, DoubleSupplier value) {
        series.put(labels, value);
        return this;
    }

    @Override
    public void write(MetricsPage page, double createdSeconds) {
        page.head(name, help, "gauge");
        series.forEach((labels, value) -> page.sample(name, labels.text(), value.getAsDouble()));
    }
}
