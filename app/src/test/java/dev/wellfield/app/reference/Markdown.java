package dev.wellfield.app.reference;

import java.util.List;

/** A page that is written from top to bottom. */
final class Markdown {
    private final StringBuilder text = new StringBuilder();

    /** A page with its title, a note of where it comes from, and an introduction. */
    static Markdown page(String title, String source, String introduction) {
        Markdown page = new Markdown();
        page.line("<!-- Made from " + source + " by scripts/reference: change that, then run it. -->");
        return page.heading(1, title).paragraph(introduction.strip());
    }

    Markdown heading(int level, String words) {
        return line("").line("#".repeat(level) + " " + words).line("");
    }

    Markdown paragraph(String words) {
        return line(words).line("");
    }

    Markdown block(String code) {
        return line("```text").line(code.stripTrailing()).line("```").line("");
    }

    Markdown table(List<String> headings, List<List<String>> rows) {
        row(headings);
        row(headings.stream().map(heading -> "---").toList());
        rows.forEach(this::row);
        return line("");
    }

    private void row(List<String> cells) {
        line("| "
                + String.join(
                        " | ",
                        cells.stream()
                                .map(cell -> cell.replace("|", "\\|").replace("\n", " "))
                                .toList()) + " |");
    }

    static String code(String words) {
        return words.isEmpty() ? "" : "`" + words + "`";
    }

    private Markdown line(String words) {
        text.append(words).append('\n');
        return this;
    }

    @Override
    public String toString() {
        return text.toString().replaceAll("\n{3,}", "\n\n").strip() + "\n";
    }
}
