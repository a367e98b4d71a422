package dev.wellfield.simulator;

import java.util.LinkedHashMap;
import java.util.Map;

/** Numbers that only grow. The name is written with {@code _total} at its end. */
final class Counter implements Metric {

    private final String name;
    private final String help;
    private final Map<Labels, Cell> series = new LinkedHashMap<>();

    Counter(String name, String help) {
        this.name = name;
        this.help = help;
    }

    /** The series with these labels; it shows on the page from now on. */
    Cell of(Labels labels) {
        return series.computeIfAbsent(labels, l -> new Cell());
    }

    @Override
    public void write(MetricsPage page, double createdSeconds) {
        page.head(name + "_total", help, "counter");
        series.forEach((labels, cell) -> page.sample(name + "_total", labels.text(), cell.value));
        Metric.created(page, name, help, series.keySet(), createdSeconds);
    }

    /** One series. */
    static final class Cell {
        private double value;

        void add(double more) {
            value += more;
        }
    }
}
