package dev.wellfield.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wellfield.core.scheduling.ReservedEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceEnvironmentTest {

    private static final Path CACHE = Path.of("/data/tenants/a/x.cache");

    @TempDir
    Path folder;

    @Test
    void without_shares_every_card_is_hidden() {
        assertThat(DeviceEnvironment.of(List.of(), Limiters.none(), CACHE))
                .isEqualTo(Map.of(
                        "CUDA_DEVICE_ORDER",
                        "PCI_BUS_ID",
                        "CUDA_VISIBLE_DEVICES",
                        "",
                        "NVIDIA_VISIBLE_DEVICES",
                        "void"));
    }

    @Test
    void whole_cards_are_visible_in_their_order_and_have_no_limits() throws Exception {
        List<HeldShare> held = List.of(whole(3, "GPU-d", false), whole(1, "GPU-b", false));

        assertThat(DeviceEnvironment.of(held, both(), CACHE))
                .isEqualTo(Map.of(
                        "CUDA_DEVICE_ORDER", "PCI_BUS_ID",
                        "CUDA_VISIBLE_DEVICES", "GPU-d,GPU-b",
                        "NVIDIA_VISIBLE_DEVICES", "GPU-d,GPU-b"));
    }

    @Test
    void shares_of_simulated_cards_have_every_limit_as_if_the_limiters_were_loaded_but_load_nothing() throws Exception {
        List<HeldShare> held = List.of(share(0, "GPU-a", 10_240, 255, true), share(4, "GPU-e", 2048, 500, true));

        assertThat(DeviceEnvironment.of(held, Limiters.none(), CACHE))
                .isEqualTo(Map.of(
                        "CUDA_DEVICE_ORDER", "PCI_BUS_ID",
                        "CUDA_VISIBLE_DEVICES", "GPU-a,GPU-e",
                        "NVIDIA_VISIBLE_DEVICES", "GPU-a,GPU-e",
                        "CUDA_DEVICE_MEMORY_LIMIT_0", "10240m",
                        "CUDA_DEVICE_MEMORY_LIMIT_1", "2048m",
                        "CUDA_DEVICE_SM_LIMIT", "25",
                        "CUDA_DEVICE_MEMORY_SHARED_CACHE", CACHE.toString(),
                        "CUDA_MPS_ACTIVE_THREAD_PERCENTAGE", "25",
                        "CUDA_MPS_PINNED_DEVICE_MEM_LIMIT", "0=10240M,1=2048M"));
        assertThat(DeviceEnvironment.of(held, both(), CACHE))
                .isEqualTo(DeviceEnvironment.of(held, Limiters.none(), CACHE));
    }

    @Test
    void shares_of_real_cards_load_the_limiters_that_are_here() throws Exception {
        List<HeldShare> held = List.of(whole(0, "GPU-a", false), share(1, "GPU-b", 5120, 4, false));

        assertThat(DeviceEnvironment.of(held, both(), CACHE))
                .containsEntry("LD_PRELOAD", folder.resolve("libvgpu.so").toString())
                .containsEntry("CUDA_DEVICE_MEMORY_LIMIT_1", "5120m")
                .doesNotContainKey("CUDA_DEVICE_MEMORY_LIMIT_0")
                .containsEntry("CUDA_DEVICE_SM_LIMIT", "1")
                .containsEntry("CUDA_MPS_PIPE_DIRECTORY", folder.resolve("mps").toString())
                .containsEntry("CUDA_MPS_PINNED_DEVICE_MEM_LIMIT", "1=5120M");
    }

    @Test
    void shares_of_real_cards_without_a_limiter_claim_no_limit() {
        List<HeldShare> held = List.of(share(1, "GPU-b", 5120, 500, false));

        assertThat(DeviceEnvironment.of(held, Limiters.none(), CACHE))
                .containsOnlyKeys("CUDA_DEVICE_ORDER", "CUDA_VISIBLE_DEVICES", "NVIDIA_VISIBLE_DEVICES");
    }

    @Test
    void a_hardware_partition_is_its_own_limit() throws Exception {
        List<HeldShare> held = List.of(new HeldShare(0, "GPU-a", 5120, 142, false, false, "MIG-x"));

        assertThat(DeviceEnvironment.of(held, both(), CACHE))
                .containsEntry("CUDA_VISIBLE_DEVICES", "MIG-x")
                .hasSize(3);
    }

    @Test
    void every_variable_it_sets_is_one_that_tenants_may_not_set() throws Exception {
        List<HeldShare> real = List.of(share(1, "GPU-b", 5120, 500, false));

        assertThat(DeviceEnvironment.of(real, both(), CACHE).keySet()).noneMatch(ReservedEnvironment::allowed);
    }

    @Test
    void simulated_and_real_cards_do_not_mix() {
        assertThatThrownBy(() -> DeviceEnvironment.of(
                        List.of(whole(0, "GPU-a", true), whole(1, "GPU-b", false)), Limiters.none(), CACHE))
                .hasMessageEndingWith("must be of simulated cards or of real ones, not both");
    }

    @Test
    void a_share_is_valid_from_birth() {
        assertThatThrownBy(() -> share(0, "GPU-a", 0, 1, false)).hasMessage("memoryMib (0) must be at least 1");
        assertThatThrownBy(() -> share(0, "GPU-a", 1, 0, false))
                .hasMessage("computePermille (0) must be between 1 and 1000");
        assertThatThrownBy(() -> share(-1, "GPU-a", 1, 1, false)).hasMessage("index (-1) must not be negative");
        assertThatThrownBy(() -> share(0, "a,b", 1, 1, false)).hasMessage("uuid (a,b) must be one card's UUID");
        assertThatThrownBy(() -> new HeldShare(0, "GPU-a", 1, 1000, true, false, "MIG-x"))
                .hasMessage("migUuid (MIG-x) must be absent on a whole card");
    }

    @Test
    void a_limiter_is_here_only_if_it_would_work() throws Exception {
        Path library = Files.writeString(folder.resolve("not-a-library.so"), "text");
        Path pipes = Files.createDirectories(folder.resolve("left-behind"));
        Files.writeString(pipes.resolve("control"), "");
        Files.writeString(
                pipes.resolve("nvidia-cuda-mps-control.pid"),
                Long.toString(ProcessHandle.current().pid()));

        Limiters limiters = Limiters.probe(List.of(folder.resolve("absent.so"), library), pipes);

        assertThat(limiters.any()).isFalse();
        assertThat(limiters.hamiCore()).isEmpty();
        assertThat(limiters.mpsPipeDirectory()).isEmpty();
        assertThat(both().any()).isTrue();
    }

    /** A machine with a file like HAMi-core's library and a process like the MPS daemon. */
    private Limiters both() throws IOException {
        Path library = folder.resolve("libvgpu.so");
        Files.write(library, new byte[] {0x7f, 'E', 'L', 'F', 2});
        TenantFolders.mode(library, "rw-r--r--");
        Path pipes = Files.createDirectories(folder.resolve("mps"));
        Files.writeString(pipes.resolve("control"), "");
        Process daemon = new ProcessBuilder("sh", "-c", "sleep 5; :", "nvidia-cuda-mps-control").start();
        Files.writeString(pipes.resolve("nvidia-cuda-mps-control.pid"), daemon.pid() + "\n");
        try {
            return Limiters.probe(List.of(library), pipes);
        } finally {
            daemon.destroyForcibly();
        }
    }

    private static HeldShare whole(int index, String uuid, boolean simulated) {
        return new HeldShare(index, uuid, 40_960, 1000, true, simulated, null);
    }

    private static HeldShare share(int index, String uuid, long memoryMib, int computePermille, boolean simulated) {
        return new HeldShare(index, uuid, memoryMib, computePermille, false, simulated, null);
    }
}
