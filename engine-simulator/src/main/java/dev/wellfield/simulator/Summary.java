package dev.wellfield.simulator;

import java.util.LinkedHashMap;
import java.util.Map;

/** Counts and sums. */
final class Summary implements Metric {

    private final String name;
    private final String help;
    private final Map<Labels, Cell> series = new LinkedHashMap<>();

    Summary(String name, String help) {
        this.name = name;
        this.help = help;
    }

    /** The series with these labels; it shows on the page from now on. */
    Cell of(Labels labels) {
        return series.computeIfAbsent(labels, l -> new Cell());
    }

    @Override
    public void write(MetricsPage page, double createdSeconds) {
        page.head(name, help, "summary");
        series.forEach((labels, cell) -> {
            page.sample(name + "_count", labels.text(), cell.count);
            page.sample(name + "_sum", labels.text(), cell.sum);
        });
        Metric.created(page, name, help, series.keySet(), createdSeconds);
    }

    /** One series. */
    static final class Cell {
        private double count;
        private double sum;

        void observe(double value) {
            count++;
            sum += value;
        }
    }
}
