package dev.wellfield.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wellfield.cli.client.Failure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContextsTest {
    @TempDir
    Path folder;

    private Contexts contexts() {
        return Contexts.load(Map.of("XDG_CONFIG_HOME", folder.toString()));
    }

    @Test
    void only_its_owner_may_read_the_file_and_its_folder() throws Exception {
        contexts().put("here", "http://127.0.0.1:8470", "wft_1");

        Path file = folder.resolve("wellfield").resolve("config.yaml");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("wellfield"))))
                .isEqualTo("rwx------");
        assertThat(Files.readString(file)).isEqualTo("""
                # Servers that wellfield knows, with their tokens: keep this file to yourself.
                current: "here"
                contexts:
                - name: "here"
                  url: "http://127.0.0.1:8470"
                  token: "wft_1"
                """);
    }

    @Test
    void the_last_one_put_is_current_until_another_is_used() {
        contexts().put("one", "http://one", "wft_1");
        contexts().put("two", "http://two", null);
        assertThat(contexts().current()).contains(new Contexts.Entry("two", "http://two", null));

        contexts().use("one");
        contexts().updateUrl("one", "http://one:1");
        contexts().updateUrl("three", "http://three");

        assertThat(contexts().current()).contains(new Contexts.Entry("one", "http://one:1", "wft_1"));
        assertThat(contexts().entries()).hasSize(2);
        assertThatThrownBy(() -> contexts().use("three"))
                .isInstanceOf(Failure.class)
                .hasMessage("There is no context \"three\"; there are: one, two.");
    }

    @Test
    void what_we_write_reads_the_same_with_a_yaml_parser() {
        Contexts.Content content = new Contexts.Content(
                "a", List.of(new Contexts.Entry("a", "http://a", "t"), new Contexts.Entry("b c", "http://b", null)));
        String text = ContextFile.text(content);

        assertThat(ContextFile.ownForm(text)).contains(content);
        assertThat(ContextFile.parse("# edited by hand\n\n" + text, folder)).isEqualTo(content);
    }

    @Test
    void names_that_need_escapes_survive() {
        contexts().put("a\"b\\c", "http://a", "t");

        assertThat(contexts().current()).contains(new Contexts.Entry("a\"b\\c", "http://a", "t"));
    }

    @Test
    void a_broken_file_is_named_with_its_line() throws Exception {
        Path file = Files.writeString(folder.resolve("broken.yaml"), "current: here\ncontexts: [\n");

        assertThatThrownBy(() -> Contexts.at(file).current())
                .isInstanceOf(Failure.class)
                .hasMessageContaining(file + ": line");
    }

    @Test
    void two_writers_at_once_lose_nothing() throws Exception {
        List<Thread> writers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            String name = "c" + i;
            writers.add(Thread.ofVirtual().start(() -> contexts().put(name, "http://" + name, null)));
        }
        for (Thread writer : writers) {
            writer.join();
        }

        assertThat(contexts().entries()).hasSize(8);
    }
}
