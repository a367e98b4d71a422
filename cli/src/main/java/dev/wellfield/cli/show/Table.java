package dev.wellfield.cli.show;

import java.util.ArrayList;
import java.util.List;

/** A table for people: columns as wide as their widest cell, two blanks between them, numbers to the right. */
public final class Table {
    private final List<Column> columns;
    private final List<List<Cell>> rows = new ArrayList<>();

    private Table(List<Column> columns) {
        this.columns = columns;
    }

    /** A column's heading; a number's stands to the right. */
    public record Column(String heading, boolean right) {}

    /** @param headings one a column; one that begins with {@code >} is of numbers, which stand to the right */
    public static Table of(String... headings) {
        List<Column> columns = new ArrayList<>();
        for (String heading : headings) {
            boolean right = heading.startsWith(">");
            columns.add(new Column(right ? heading.substring(1) : heading, right));
        }
        return new Table(columns);
    }

    public static Table of(List<Column> columns) {
        return new Table(List.copyOf(columns));
    }

    public Table row(String... texts) {
        List<Cell> cells = new ArrayList<>();
        for (String text : texts) {
            cells.add(Cell.of(text));
        }
        return row(cells);
    }

    public Table row(List<Cell> cells) {
        if (cells.size() != columns.size()) {
            throw new IllegalArgumentException(cells.size() + " cells in a table of " + columns.size() + " columns");
        }
        rows.add(List.copyOf(cells));
        return this;
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /** Its lines, headings first, without blanks at the ends. */
    public List<String> lines(boolean colours) {
        int[] widths = widths();
        List<String> lines = new ArrayList<>();
        lines.add(line(
                columns.stream().map(it -> new Cell(it.heading(), Style.STRONG)).toList(), widths, colours));
        rows.forEach(row -> lines.add(line(row, widths, colours)));
        return lines;
    }

    private int[] widths() {
        int[] widths = new int[columns.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Text.width(columns.get(i).heading());
            for (List<Cell> row : rows) {
                widths[i] = Math.max(widths[i], Text.width(row.get(i).text()));
            }
        }
        return widths;
    }

    private String line(List<Cell> cells, int[] widths, boolean colours) {
        StringBuilder line = new StringBuilder();
        int owed = 0;
        for (int i = 0; i < cells.size(); i++) {
            Cell cell = cells.get(i);
            int padding = widths[i] - Text.width(cell.text());
            int before = owed + (columns.get(i).right() ? padding : 0);
            if (!cell.text().isEmpty()) {
                line.repeat(' ', before).append(cell.style().paint(cell.text(), colours));
                before = 0;
            }
            owed = before + (columns.get(i).right() ? 0 : padding) + 2;
        }
        return line.toString();
    }
}
