package dev.wellfield.simulator;

import java.math.BigDecimal;

/** The text of /metrics while it is written. */
final class MetricsPage {

    static final String CONTENT_TYPE = "text/plain; version=1.0.0; charset=utf-8";

    private final StringBuilder text = new StringBuilder(64 * 1024);

    MetricsPage head(String name, String help, String type) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
        return this;
    }

    void sample(String name, String labels, double value) {
        text.append(name);
        if (!labels.isEmpty()) {
            text.append('{').append(labels).append('}');
        }
        text.append(' ').append(number(value)).append('\n');
    }

    /** Plain decimals: every reader understands them. */
    static String number(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return (long) value + ".0";
        }
        return new BigDecimal(Double.toString(value)).toPlainString();
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
