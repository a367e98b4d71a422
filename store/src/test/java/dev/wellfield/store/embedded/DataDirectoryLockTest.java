package dev.wellfield.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryLockTest {
    @TempDir
    private Path folder;

    @Test
    void a_second_claim_in_the_same_process_is_refused_until_the_first_is_given_back() {
        DataDirectoryLock first = DataDirectoryLock.acquire(folder);

        assertThatThrownBy(() -> DataDirectoryLock.acquire(folder))
                .hasMessageContaining(folder.toString())
                .hasMessageContaining("process " + ProcessHandle.current().pid());

        first.close();
        first.close();
        DataDirectoryLock.acquire(folder).close();
    }

    @Test
    void the_directory_is_made_when_it_is_absent() {
        Path absent = folder.resolve("a/b");

        try (DataDirectoryLock lock = DataDirectoryLock.acquire(absent)) {
            assertThat(lock.dataDirectory()).isDirectory();
        }
    }

    @Test
    void a_file_in_its_place_is_named() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));

        assertThatThrownBy(() -> DataDirectoryLock.acquire(file)).hasMessageContaining(file.toString());
    }
}
