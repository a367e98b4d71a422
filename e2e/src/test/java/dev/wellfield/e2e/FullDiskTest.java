package dev.wellfield.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A data directory on a small disk of its own, filled while everything runs. */
class FullDiskTest {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int MIB = 1024 * 1024;

    @Test
    void with_the_disk_full_work_waits_and_says_why_and_with_room_again_all_goes_on_and_nothing_is_lost()
            throws Exception {
        Installation installation = Installation.prepare();
        // Closed after the installation, which is on it.
        try (Disk small = Disk.mount(installation.data());
                installation) {
            Path disk = small.mount();
            installation.up("--example").ok();
            Models.serve(installation, Map.of(), "chat");
            String key = installation.key("data", "app");
            await().atMost(PATIENCE).until(() -> Models.status(installation, key) == 200);
            int answered = 1;

            Path most = fill(disk.resolve("most"), disk.toFile().getUsableSpace() - 24L * MIB);
            await().atMost(PATIENCE).until(() -> ready(installation) == 503);
            assertThat(Models.get(installation.url() + "/readyz").body())
                    .contains("the disk of " + disk)
                    .contains("make room");
            installation
                    .cli("submit", "later", "--tenant", "data", "--cards", "0", "--", "true")
                    .ok();
            await().atMost(PATIENCE)
                    .until(() -> installation
                            .cli("why", "data/later")
                            .out()
                            .contains("The disk of " + disk + " is nearly full"));
            assertThat(installation.phase("data/later")).isEqualTo("QUEUED");
            assertThat(installation.cli("doctor").out()).contains("the disk of " + disk);

            Path rest = fill(disk.resolve("rest"), Long.MAX_VALUE);
            for (int i = 0; i < 20; i++) {
                var answer = Models.call(installation, key, 12);
                answered += answer.statusCode() == 200 ? 1 : 0;
                assertThat(answer.statusCode()).as(answer.body()).isIn(200, 503);
            }

            Files.delete(rest);
            Files.delete(most);
            int all = answered;
            await().atMost(PATIENCE).ignoreExceptions().until(() -> ready(installation) == 200);
            await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> installation.phase("data/later").equals("SUCCEEDED"));
            await().atMost(PATIENCE).until(() -> Models.status(installation, key) == 200);
            await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> Postgres.count(installation, "select count(*) from token_fact") == all + 1);
            assertThat(Postgres.count(installation, "select count(distinct request_id) from usage_record"))
                    .isEqualTo(all + 1);
        }
    }

    /** A small disk of its own. */
    private record Disk(Path mount) implements AutoCloseable {
        static Disk mount(Path path) throws IOException {
            Files.createDirectories(path);
            assumeTrue(
                    run("mount", "-t", "tmpfs", "-o", "size=460m,mode=0711", "tmpfs", path.toString()) == 0,
                    "only root can mount a small disk");
            return new Disk(path);
        }

        @Override
        public void close() throws IOException {
            run("umount", "-l", mount.toString());
            Files.deleteIfExists(mount);
        }
    }

    private static int ready(Installation installation) {
        return Models.get(installation.url() + "/readyz").statusCode();
    }

    private static Path fill(Path file, long bytes) throws IOException {
        byte[] block = new byte[64 * 1024];
        try (OutputStream out = Files.newOutputStream(file)) {
            for (long left = bytes; left > 0; left -= block.length) {
                out.write(block);
            }
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space left");
        }
        return file;
    }

    private static int run(String... command) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .start()
                .onExit()
                .join()
                .exitValue();
    }
}
