package dev.wellfield.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads cards from a library with the driver's interface, compiled here, since test machines have no driver. */
class NvmlTest {

    @TempDir
    Path folder;

    @Test
    void cards_are_read_as_the_driver_describes_them() throws Exception {
        Path pci = Files.createDirectories(folder.resolve("pci"));
        Files.writeString(Files.createDirectories(pci.resolve("0000:3b:00.0")).resolve("numa_node"), "1\n");
        Files.writeString(
                Files.createDirectories(pci.resolve("00010000:af:00.0")).resolve("numa_node"), "-1\n");

        NvidiaCards cards = Nvml.read(library(), pci);

        assertThat(cards)
                .isEqualTo(new NvidiaCards.Found(
                        "570.86.15",
                        List.of(
                                new NvidiaCard(
                                        0,
                                        "NVIDIA A100-SXM4-40GB",
                                        "GPU-5f1c2d3e-0000-4444-8888-000000000001",
                                        40_960,
                                        "0000:3b:00.0",
                                        1,
                                        NvidiaCard.MigMode.ENABLED,
                                        List.of("00010000:af:00.0", "0000:c1:00.0")),
                                new NvidiaCard(
                                        1,
                                        "Tesla T4",
                                        "GPU-5f1c2d3e-0000-4444-8888-000000000002",
                                        15_360,
                                        "00010000:af:00.0",
                                        -1,
                                        NvidiaCard.MigMode.UNSUPPORTED,
                                        List.of()))));
        assertThat(cards.list().getLast().numaNode()).isEmpty();
    }

    @Test
    void a_driver_too_old_for_links_has_none() throws Exception {
        NvidiaCards cards = Nvml.read(library("-DOLD_DRIVER"), folder);

        assertThat(cards.list())
                .hasSize(2)
                .allSatisfy(card -> assertThat(card.nvlinkPeers()).isEmpty());
    }

    @Test
    void a_library_without_its_driver_says_so() throws Exception {
        assertThat(Nvml.read(library("-DNO_DRIVER"), folder))
                .isEqualTo(new NvidiaCards.None("the NVIDIA driver does not answer: Driver Not Loaded"));
    }

    @Test
    void a_card_that_fell_off_is_named_by_what_failed() throws Exception {
        assertThat(Nvml.read(library("-DLOST_CARD"), folder))
                .isEqualTo(new NvidiaCards.None("the NVIDIA driver does not answer: nvmlDeviceGetUUID: GPU is lost"));
    }

    @Test
    void a_machine_without_the_library_has_no_cards_and_says_why() {
        NvidiaCards cards = Nvml.read("libno-such-driver.so.1", folder);

        assertThat(cards).isEqualTo(new NvidiaCards.None("no NVIDIA driver library (libno-such-driver.so.1)"));
        assertThat(cards.list()).isEmpty();
    }

    @Test
    void this_machine_answers_one_way_or_the_other() {
        switch (Nvml.read()) {
            case NvidiaCards.Found found -> assertThat(found.driverVersion()).matches("[0-9.]+");
            case NvidiaCards.None none -> assertThat(none.reason()).contains("NVIDIA driver");
        }
    }

    private String library(String... options) throws IOException, InterruptedException {
        Path source = folder.resolve("fake_nvml.c");
        try (InputStream resource = NvmlTest.class.getResourceAsStream("fake_nvml.c")) {
            Files.copy(Objects.requireNonNull(resource), source);
        }
        Path library = folder.resolve("libfake-nvml" + options.length + String.join("", options) + ".so");
        List<String> command = new ArrayList<>(List.of("cc", "-shared", "-fPIC", "-o", library.toString()));
        command.addAll(List.of(options));
        command.add(source.toString());
        Process compiler;
        try {
            compiler = new ProcessBuilder(command).inheritIO().start();
        } catch (IOException e) {
            assumeTrue(false, "no C compiler (cc) on this machine");
            throw e;
        }
        assertThat(compiler.waitFor()).isZero();
        return library.toString();
    }
}
