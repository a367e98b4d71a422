package dev.wellfield.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wellfield.cluster.local.TenantUids.Range;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TenantUidsTest {
    @TempDir
    Path folder;

    @Test
    void a_block_is_drawn_once_and_kept() throws IOException {
        TenantUids drawn = TenantUids.open(folder, new SplittableRandom(1));

        assertThat(drawn.first() % TenantUids.COUNT).isZero();
        assertThat(TenantUids.open(folder, new SplittableRandom(2))).isEqualTo(drawn);
    }

    @Test
    void users_and_ranges_that_the_machine_knows_are_left_alone() throws IOException {
        Path passwd =
                Files.writeString(folder.resolve("passwd"), "root:x:0:0::/root:/bin/sh\nann:x:200003:1::/:/bin/sh\n");
        Path subuid = Files.writeString(folder.resolve("subuid"), "ann:300000:65536\n# nothing\n");

        assertThat(TenantUids.taken(passwd, subuid))
                .containsExactly(new Range(0, 1), new Range(200_003, 200_004), new Range(300_000, 365_536));
        assertThat(new Range(200_003, 200_004).meets(200_000, 210_000)).isTrue();
        assertThat(new Range(210_000, 210_001).meets(200_000, 210_000)).isFalse();
        assertThat(TenantUids.taken(folder.resolve("none"), folder.resolve("none")))
                .isEmpty();
    }

    @Test
    void where_all_are_taken_it_says_so() {
        assertThatThrownBy(() -> TenantUids.draw(List.of(new Range(0, 1L << 32)), new SplittableRandom(1)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/etc/subuid");
    }

    @Test
    void a_damaged_note_is_not_guessed_at() throws IOException {
        Files.writeString(folder.resolve("tenant-uids"), "");

        assertThatThrownBy(() -> TenantUids.open(folder, new SplittableRandom(1)))
                .hasMessageContaining("tenant-uids must hold one number");
    }
}
