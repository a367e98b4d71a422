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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContextsTest {
    @TempDir
    Path folder;

    private Contexts contexts() {
        return Contexts.load(Map.of("XDG_CONFIG_HOME", folder.toString()));
    }

    private void put(String name, String url, @Nullable String token) {
        Contexts contexts = contexts();
        contexts.put(name, url, token);
        contexts.save();
    }

    @Test
    void only_its_owner_may_read_the_file_and_its_folder() throws Exception {
        put("here", "http://127.0.0.1:8470", "wft_1");

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
        put("one", "http://one", "wft_1");
        put("two", "http://two", null);
        assertThat(contexts().current()).contains(new Contexts.Context("two", "http://two", null));

        Contexts changed = contexts();
        changed.use("one");
        changed.updateUrl("one", "http://one:1");
        changed.updateUrl("three", "http://three");
        assertThat(contexts().current().orElseThrow().name()).isEqualTo("two");
        changed.save();

        assertThat(contexts().current()).contains(new Contexts.Context("one", "http://one:1", "wft_1"));
        assertThat(contexts().entries()).hasSize(2);
        assertThatThrownBy(() -> contexts().use("three"))
                .isInstanceOf(Failure.class)
                .hasMessage("There is no context \"three\"; there are: one, two.");
    }

    @Test
    void what_we_write_reads_the_same_with_a_yaml_parser() {
        Contexts.Content content = new Contexts.Content(
                "a",
                List.of(new Contexts.Context("a", "http://a", "t"), new Contexts.Context("b c", "http://b", null)));
        String text = ContextFile.text(content);

        assertThat(ContextFile.ownForm(text)).contains(content);
        assertThat(ContextFile.parse("# edited by hand\n\n" + text, folder)).isEqualTo(content);
    }

    @Test
    void names_that_need_escapes_survive() {
        put("a\"b\\c", "http://a", "t");

        assertThat(contexts().current()).contains(new Contexts.Context("a\"b\\c", "http://a", "t"));
    }

    @Test
    void a_broken_file_is_named_with_its_line() throws Exception {
        Path file = Files.writeString(folder.resolve("broken.yaml"), "current: here\ncontexts: [\n");

        assertThatThrownBy(() -> Contexts.at(file)).isInstanceOf(Failure.class).hasMessageContaining(file + ": line");
    }

    @Test
    void two_writers_at_once_lose_nothing() throws Exception {
        List<Thread> writers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            String name = "c" + i;
            writers.add(Thread.ofVirtual().start(() -> put(name, "http://" + name, null)));
        }
        for (Thread writer : writers) {
            writer.join();
        }

        assertThat(contexts().entries()).hasSize(8);
    }
}
