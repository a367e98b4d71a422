package dev.wellfield.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerLogTest {
    @TempDir
    private Path folder;

    @Test
    void a_long_log_is_cut_while_it_is_written_and_its_end_is_kept() throws IOException {
        ServerLog log = new ServerLog(folder.resolve("server.log"), 100);
        log.create();
        try (OutputStream writer = Files.newOutputStream(log.file(), StandardOpenOption.APPEND)) {
            write(writer, "a".repeat(150) + "the end");

            log.cutIfLong();
            write(writer, "what came next");
        }

        assertThat(Files.readString(log.file())).isEqualTo("what came next");
        assertThat(Files.readString(log.older())).hasSize(100).endsWith("the end");
    }

    @Test
    void a_short_log_is_left_alone() throws IOException {
        ServerLog log = new ServerLog(folder.resolve("server.log"), 100);
        Files.writeString(log.file(), "short");

        log.cutIfLong();

        assertThat(Files.readString(log.file())).isEqualTo("short");
        assertThat(log.older()).doesNotExist();
    }

    @Test
    void what_was_written_since_a_moment_is_at_most_the_last_4_kib() throws IOException {
        ServerLog log = new ServerLog(folder.resolve("server.log"), 1 << 20);
        Files.writeString(log.file(), "before");

        long moment = log.length();
        Files.writeString(log.file(), "x".repeat(5_000) + "after", StandardOpenOption.APPEND);

        assertThat(log.since(moment)).hasSize(4_096).endsWith("after");
        assertThat(log.since(log.length() - 5)).isEqualTo("after");
        assertThat(log.since(log.length() + 10)).isEmpty();
    }

    private static void write(OutputStream writer, String text) throws IOException {
        writer.write(text.getBytes(StandardCharsets.UTF_8));
    }
}
