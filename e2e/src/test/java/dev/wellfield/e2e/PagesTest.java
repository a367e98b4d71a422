package dev.wellfield.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The documents as a person follows them: the same shell, one command after the other; each must succeed and say what the
 * page shows. A page that starts no server of its own is followed on one with the example.
 */
class PagesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "README.md",
                "docs/tutorial.md",
                "docs/guides/serving.md",
                "docs/guides/tenants-and-quotas.md",
                "docs/guides/monitoring.md"
            })
    void every_command_of_the_page_works_and_says_what_is_shown(String name) {
        Page page = Page.read(name);
        assertThat(page.steps()).hasSizeGreaterThan(2);
        try (Installation installation = Installation.prepare()) {
            if (!page.starts()) {
                installation.up("--example").ok();
            }

            Installation.Said said = installation.bash(page.script());
            if (page.starts()) {
                installation.up().ok(); // ends at the close what still runs
            }

            assertThat(said.status()).as(said.out()).isZero();
            assertThat(notSaid(page, said.out())).isEmpty();
        }
    }

    /** Each line that the page shows and nothing said, with what was said instead. */
    private static List<String> notSaid(Page page, String all) {
        List<String> missing = new ArrayList<>();
        for (int i = 0; i < page.steps().size(); i++) {
            Page.Step step = page.steps().get(i);
            String said = Page.said(all, i);
            String line = step.missing(said);
            if (!line.isEmpty()) {
                missing.add("\n" + step.commands() + "shows " + line + "\nand said\n" + said);
            }
        }
        return missing;
    }

    @Test
    void the_readme_is_the_same_in_chinese() {
        assertThat(Page.read("README.zh.md").steps())
                .isEqualTo(Page.read("README.md").steps());
    }
}
