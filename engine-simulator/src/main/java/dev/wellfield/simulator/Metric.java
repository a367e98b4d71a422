package dev.wellfield.simulator;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;

/**
 * One metric with all its series, as Prometheus' Python client writes it: counters, histograms and summaries also have a
 * {@code _created} gauge per series. Owned by the event loop.
 */
sealed interface Metric {

    void write(MetricsPage page, double createdSeconds);

    /** A number that only grows; its name ends with _total on the page. */
    record Counter(String name, String help, Map<Labels, Cell> series) implements Metric {

        Counter(String name, String help) {
            this(name, help, new LinkedHashMap<>());
        }

        Cell of(Labels labels) {
            return series.computeIfAbsent(labels, l -> new Cell());
        }

        @Override
        public void write(MetricsPage page, double createdSeconds) {
            page.head(name + "_total", help, "counter");
            series.forEach((labels, cell) -> page.sample(name + "_total", labels.text(), cell.value));
            created(page, name, help, series, createdSeconds);
        }

        /** One series. */
        static final class Cell {
            private double value;

            void add(double more) {
                value += more;
            }
        }
    }

    /** A number read when the page is written. */
    record Gauge(String name, String help, Map<Labels, DoubleSupplier> series) implements Metric {

        Gauge(String name, String help) {
            this(name, help, new LinkedHashMap<>());
        }

        Gauge of(Labels labels, DoubleSupplier value) {
            series.put(labels, value);
            return this;
        }

        @Override
        public void write(MetricsPage page, double createdSeconds) {
            page.head(name, help, "gauge");
            series.forEach((labels, value) -> page.sample(name, labels.text(), value.getAsDouble()));
        }
    }

    /** Counts of values up to each bound, bounds ascending and without infinity. */
    record Histogram(String name, String help, double[] bounds, Map<Labels, Cell> series) implements Metric {

        Histogram(String name, String help, double... bounds) {
            this(name, help, bounds, new LinkedHashMap<>());
        }

        Cell of(Labels labels) {
            return series.computeIfAbsent(labels, l -> new Cell(bounds));
        }

        @Override
        public void write(MetricsPage page, double createdSeconds) {
            page.head(name, help, "histogram");
            series.forEach((labels, cell) -> cell.write(page, name, labels));
            created(page, name, help, series, createdSeconds);
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
                long cumulative = 0;
                for (int i = 0; i < counts.length; i++) {
                    cumulative += counts[i];
                    String bound = i < bounds.length ? MetricsPage.number(bounds[i]) : "+Inf";
                    page.sample(name + "_bucket", labels.withBound(bound), cumulative);
                }
                page.sample(name + "_count", labels.text(), cumulative);
                page.sample(name + "_sum", labels.text(), sum);
            }
        }
    }

    /** A count and a sum. */
    record Summary(String name, String help, Map<Labels, Cell> series) implements Metric {

        Summary(String name, String help) {
            this(name, help, new LinkedHashMap<>());
        }

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
            created(page, name, help, series, createdSeconds);
        }

        /** One series. */
        static final class Cell {
            private long count;
            private double sum;

            void observe(double value) {
                count++;
                sum += value;
            }
        }
    }

    private static void created(
            MetricsPage page, String name, String help, Map<Labels, ?> series, double createdSeconds) {
        page.head(name + "_created", help, "gauge");
        series.keySet().forEach(labels -> page.sample(name + "_created", labels.text(), createdSeconds));
    }
}
