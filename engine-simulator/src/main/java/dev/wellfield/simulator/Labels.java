package dev.wellfield.simulator;

import java.util.Map;
import java.util.TreeMap;

/** The labels of one series, in the text form and the alphabetical order that vLLM's page has. */
record Labels(String text) {

    static final Labels NONE = new Labels("");

    /** Names and values by turns. */
    static Labels of(String... namesAndValues) {
        TreeMap<String, String> sorted = new TreeMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            sorted.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return of(sorted);
    }

    private static Labels of(Map<String, String> sorted) {
        StringBuilder text = new StringBuilder();
        sorted.forEach((name, value) -> text.append(text.isEmpty() ? "" : ",")
                .append(name)
                .append("=\"")
                .append(value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n"))
                .append('"'));
        return new Labels(text.toString());
    }

    /** These labels and {@code le} between them, for a bucket. */
    String withBound(String bound) {
        String le = "le=\"" + bound + '"';
        if (text.isEmpty()) {
            return le;
        }
        int at = 0;
        while (at < text.length() && text.substring(at).compareTo("le=") < 0) {
            int next = text.indexOf("\",", at);
            if (next < 0) {
                return text + "," + le;
            }
            at = next + 2;
        }
        return text.substring(0, at) + le + "," + text.substring(at);
    }
}
