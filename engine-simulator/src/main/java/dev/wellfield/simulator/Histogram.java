package dev.wellfield.simulator;

import java.util.LinkedHashMap;
import java.util.Map;

/** Counts of values up to each bound; the bounds ascend and leave out infinity. */
final class Histogram implements Metric {

    private final String name;
    private final String help;
    private final double[] bounds;
    private final Map<Labels, Cell> series = new LinkedHashMap<>();

    Histogram(String name, String help, double... bounds) {
        this.name = name;
        this.help = help;
        this.bounds = bounds;
    }

    /** The series with these labels; it shows on the page from now on. */
    Cell of(Labels labels) {
        return series.computeIfAbsent(labels, l -> new Cell(bounds));
    }

    @Override
    public void write(MetricsPage page, double createdSeconds) {
        page.head(name, help, "histogram");
        series.forEach((labels, cell) -> cell.write(page, name, labels));
        Metric.created(page, name, help, series.keySet(), createdSeconds);
    }

    /** One series. */
    static final class Cell {
        private final double[] bounds;
        private final long[] counts;
        private double sum;

        private Cell(double[] bounds) {
            this.bounds = bounds;
            this.counts = new long[bounds.length + 1];
        }

        void observe(double value) {
            int bucket = 0;
            while (bucket < bounds.length && value > bounds[bucket]) {
                bucket++;
            }
            counts[bucket]++;
            sum += value;
        }

        private void write(MetricsPage page, String name, Labels labels) {
            double cumulative = 0;
            for (int i = 0; i < counts.length; i++) {
                cumulative += counts[i];
                String bound = i < bounds.length ? Double.toString(bounds[i]) : "+Inf";
                page.sample(name + "_bucket", labels.withBound(bound), cumulative);
            }
            page.sample(name + "_count", labels.text(), cumulative);
            page.sample(name + "_sum", labels.text(), sum);
        }
    }
}
