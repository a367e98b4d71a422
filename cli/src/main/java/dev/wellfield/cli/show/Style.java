package dev.wellfield.cli.show;

/** How a piece of text looks where there are colours. */
public enum Style {
    PLAIN(""),
    GOOD("\u001b[32m"),
    WAITING("\u001b[33m"),
    BAD("\u001b[31m"),
    FAINT("\u001b[2m"),
    STRONG("\u001b[1m");

    private static final String RESET = "\u001b[0m";

    private final String code;

    Style(String code) {
        this.code = code;
    }

    /** The text with its style, if there are colours. */
    public String paint(String text, boolean colours) {
        return colours && this != PLAIN && !text.isEmpty() ? code + text + RESET : text;
    }

    /** The style of a workload's phase; of an unknown one, plain. */
    public static Style ofPhase(String phase) {
        return switch (phase) {
            case "RUNNING", "SUCCEEDED" -> GOOD;
            case "QUEUED", "STARTING", "STOPPING" -> WAITING;
            case "FAILED", "REFUSED" -> BAD;
            default -> PLAIN;
        };
    }
}
