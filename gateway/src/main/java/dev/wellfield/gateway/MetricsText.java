package dev.wellfield.gateway;

import java.util.Map;

/** A page of metrics in Prometheus' text format, written from top to bottom. */
final class MetricsText {
    private final StringBuilder text = new StringBuilder();

    void head(String name, String type, String help) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    void sample(String name, Map<String, String> labels, long value) {
        sample(name, labels, Long.toString(value));
    }

    void sample(String name, Map<String, String> labels, double value) {
        sample(name, labels, Double.toString(value));
    }

    private void sample(String name, Map<String, String> labels, String value) {
        text.append(name);
        if (!labels.isEmpty()) {
            char before = '{';
            for (Map.Entry<String, String> label : labels.entrySet()) {
                text.append(before).append(label.getKey()).append("=\"");
                text.append(escape(label.getValue())).append('"');
                before = ',';
            }
            text.append('}');
        }
        text.append(' ').append(value).append('\n');
    }

    /** A metric of one sample without labels. */
    void single(String name, String type, String help, long value) {
        head(name, type, help);
        sample(name, Map.of(), value);
    }

    /** The same for what isn't whole. */
    void single(String name, String type, String help, double value) {
        head(name, type, help);
        sample(name, Map.of(), value);
    }

    private static String escape(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
