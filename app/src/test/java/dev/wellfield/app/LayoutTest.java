package dev.wellfield.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the documents name is there. */
class LayoutTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern FILE = Pattern.compile("`((?:[a-z-]+/)+[A-Za-z0-9_.-]+)`");
    private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:)([^)#]+)(?:#[^)]*)?\\)");

    @Test
    void every_file_that_a_flow_passes_exists() throws IOException {
        List<String> files = named(FILE, ROOT.resolve("docs/layout.md"));

        assertThat(files)
                .hasSizeGreaterThan(20)
                .allSatisfy(file -> assertThat(ROOT.resolve(file)).exists());
    }

    @Test
    void every_link_leads_somewhere() throws IOException {
        for (String document : List.of("README.md", "docs/layout.md")) {
            Path file = ROOT.resolve(document);
            assertThat(named(LINK, file))
                    .allSatisfy(link -> assertThat(file.resolveSibling(link)).exists());
        }
    }

    private static List<String> named(Pattern pattern, Path document) throws IOException {
        return pattern.matcher(Files.readString(document))
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }
}
