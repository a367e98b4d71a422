package dev.wellfield.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How a page is read. */
class PageTest {
    private static final String PAGE = """
            # A page

            ```sh
            first
            ```

            ```text
            NAME   AGE
            one    …    NOTE
            ```

            Words between.

            <!-- patiently: it takes a moment -->
            ```sh
            second
            ```

            Words, and then what no command says:

            ```text
            shown of nothing
            ```

            ```json
            {}
            ```
            """;

    @Test
    void each_step_has_its_commands_and_what_it_shows() {
        Page page = Page.of("page.md", PAGE);

        assertThat(page.steps()).extracting(Page.Step::commands).containsExactly("first\n", "second\n");
        assertThat(page.steps()).extracting(Page.Step::patiently).containsExactly(false, true);
        assertThat(page.steps().getFirst().shown()).containsExactly("NAME   AGE", "one    …    NOTE");
    }

    @Test
    void shown_lines_must_be_said_in_order_whatever_stands_for_anything() {
        Page.Step step = Page.of("page.md", PAGE).steps().getFirst();

        assertThat(step.missing("more\nNAME AGE\nnone\none  12s  NOTE\n")).isEmpty();
        assertThat(step.missing("NAME AGE\none  12s\n")).isEqualTo("one    …    NOTE");
        assertThat(step.missing("one 1s NOTE\nNAME AGE\n")).isEqualTo("one    …    NOTE");
    }

    @Test
    void each_step_gets_what_was_said_after_its_mark() {
        String said = "\n@@ step 0\na\n\n@@ step 1\nb\n";

        assertThat(Page.said(said, 0)).isEqualTo("a\n");
        assertThat(Page.said(said, 1)).isEqualTo("b\n");
        assertThat(Page.said(said, 2)).isEmpty();
    }
}
