package dev.wellfield.cli.show;

/** One piece of text of a table, on one line, free of control characters. */
public record Cell(String text, Style style) {
    public Cell {
        text = Text.clean(text);
    }

    public static Cell of(String text) {
        return new Cell(text, Style.PLAIN);
    }

    public static Cell of(long number) {
        return of(Long.toString(number));
    }

    public static Cell faint(String text) {
        return new Cell(text, Style.FAINT);
    }

    public static Cell phase(String phase) {
        return new Cell(phase, Style.ofPhase(phase));
    }
}
