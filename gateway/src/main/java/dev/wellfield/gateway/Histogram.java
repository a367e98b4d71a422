package dev.wellfield.gateway;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/** Counts values by size. Any thread may add to it. */
final class Histogram {
    private final double[] bounds;
    private final LongAdder[] counts;
    private final DoubleAdder sum = new DoubleAdder();

    /** @param bounds the largest value of each bucket, growing; beyond the last there is one more */
    Histogram(double[] bounds) {
        this.bounds = bounds.clone();
        counts = new LongAdder[bounds.length + 1];
        Arrays.setAll(counts, i -> new LongAdder());
    }

    void observe(double value) {
        int at = Arrays.binarySearch(bounds, value);
        counts[at < 0 ? -at - 1 : at].increment();
        sum.add(value);
    }

    void write(MetricsText text, String name, Map<String, String> labels) {
        long count = 0;
        for (int i = 0; i < counts.length; i++) {
            count += counts[i].sum();
            Map<String, String> bucket = new LinkedHashMap<>(labels);
            bucket.put("le", i < bounds.length ? Double.toString(bounds[i]) : "+Inf");
            text.sample(name + "_bucket", bucket, count);
        }
        text.sample(name + "_sum", labels, sum.sum());
        text.sample(name + "_count", labels, count);
    }
}
