package dev.wellfield.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
        List<Path> documents = documents();
        assertThat(documents).hasSizeGreaterThan(20);
        for (Path file : documents) {
            assertThat(named(LINK, file))
                    .as(file.toString())
                    .allSatisfy(link -> assertThat(file.resolveSibling(link)).exists());
        }
    }

    @Test
    void every_document_is_in_the_index() throws IOException {
        Path index = ROOT.resolve("docs/README.md");
        List<Path> linked = named(LINK, index).stream()
                .map(link -> index.resolveSibling(link).normalize())
                .toList();

        for (Path file : documents()) {
            Path page = file.normalize();
            if (page.startsWith(ROOT.resolve("docs").normalize())
                    && !page.equals(index.normalize())
                    && !page.startsWith(ROOT.resolve("docs/decisions").normalize())) {
                assertThat(linked).contains(page);
            }
        }
    }

    private static List<Path> documents() throws IOException {
        List<Path> found = new ArrayList<>();
        for (String name : List.of("README.md", "README.zh.md", "CONTRIBUTING.md")) {
            found.add(ROOT.resolve(name));
        }
        try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
            files.filter(file -> file.toString().endsWith(".md")).forEach(found::add);
        }
        return found;
    }

    private static List<String> named(Pattern pattern, Path document) throws IOException {
        return pattern.matcher(Files.readString(document))
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }
}
