package dev.wellfield.cluster.local;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Reads this machine's NVIDIA cards from the driver's management library. Sizes and constants are those of nvml.h; the
 * library is loaded and left again by each reading, so a driver that comes later is found later.
 */
public final class Nvml {

    /** The driver's library under the name that every installation has. */
    public static final String LIBRARY = "libnvidia-ml.so.1";

    private static final Path PCI_DEVICES = Path.of("/sys/bus/pci/devices");

    /** NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE, NVML_DEVICE_NAME_V2_BUFFER_SIZE, NVML_DEVICE_UUID_V2_BUFFER_SIZE: at most. */
    private static final int TEXT_BYTES = 96;

    /** nvmlMemory_t: three unsigned long long, the total first. */
    private static final int MEMORY_BYTES = 24;

    /** nvmlPciInfo_t: char busIdLegacy[16], five unsigned int, char busId[32]. */
    private static final int PCI_BYTES = 68;

    private static final int PCI_BUS_ID_OFFSET = 36;

    /** NVML_NVLINK_MAX_LINKS. */
    private static final int MAX_LINKS = 18;

    private final NvmlLibrary library;
    private final Arena arena;
    private final Path pciDevices;

    private Nvml(NvmlLibrary library, Arena arena, Path pciDevices) {
        this.library = library;
        this.arena = arena;
        this.pciDevices = pciDevices;
    }

    /** Asks the driver; takes up to some seconds on a machine whose cards are asleep. */
    public static NvidiaCards read() {
        return read(LIBRARY, PCI_DEVICES);
    }

    static NvidiaCards read(String name, Path pciDevices) {
        try (Arena arena = Arena.ofConfined()) {
            return NvmlLibrary.load(name, arena)
                    .map(library -> new Nvml(library, arena, pciDevices).cards())
                    .orElseGet(() -> new NvidiaCards.None("no NVIDIA driver library (" + name + ")"));
        }
    }

    private NvidiaCards cards() {
        int code = library.init();
        if (code != NvmlLibrary.SUCCESS) {
            return new NvidiaCards.None("the NVIDIA driver does not answer: " + library.error(code));
        }
        try {
            MemorySegment version = arena.allocate(TEXT_BYTES);
            check("nvmlSystemGetDriverVersion", library.driverVersion(version));
            MemorySegment count = arena.allocate(JAVA_INT);
            check("nvmlDeviceGetCount_v2", library.count(count));
            List<NvidiaCard> cards = new ArrayList<>();
            for (int index = 0; index < count.get(JAVA_INT, 0); index++) {
                cards.add(card(index));
            }
            return new NvidiaCards.Found(version.getString(0), cards);
        } catch (NvmlFailure e) {
            return new NvidiaCards.None("the NVIDIA driver does not answer: " + e.getMessage());
        } finally {
            library.shutdown();
        }
    }

    private NvidiaCard card(int index) throws NvmlFailure {
        MemorySegment handle = arena.allocate(ADDRESS);
        check("nvmlDeviceGetHandleByIndex_v2", library.handle(index, handle));
        MemorySegment device = handle.get(ADDRESS, 0);
        MemorySegment name = arena.allocate(TEXT_BYTES);
        check("nvmlDeviceGetName", library.name(device, name));
        MemorySegment uuid = arena.allocate(TEXT_BYTES);
        check("nvmlDeviceGetUUID", library.uuid(device, uuid));
        MemorySegment memory = arena.allocate(MEMORY_BYTES, Long.BYTES);
        check("nvmlDeviceGetMemoryInfo", library.memory(device, memory));
        MemorySegment pci = arena.allocate(PCI_BYTES, Integer.BYTES);
        check("nvmlDeviceGetPciInfo_v3", library.pci(device, pci));
        String busId = busId(pci);
        return new NvidiaCard(
                index,
                name.getString(0),
                uuid.getString(0),
                memory.get(JAVA_LONG, 0) / (1024 * 1024),
                busId,
                numaNode(busId),
                mig(device),
                peers(device));
    }

    private NvidiaCard.MigMode mig(MemorySegment device) throws NvmlFailure {
        MemorySegment current = arena.allocate(JAVA_INT);
        int code = library.migMode(device, current, arena.allocate(JAVA_INT));
        if (code == NvmlLibrary.NOT_SUPPORTED) {
            return NvidiaCard.MigMode.UNSUPPORTED;
        }
        check("nvmlDeviceGetMigMode", code);
        return current.get(JAVA_INT, 0) == 0 ? NvidiaCard.MigMode.DISABLED : NvidiaCard.MigMode.ENABLED;
    }

    /** A link that a card doesn't have answers with an error, as does a card without links. */
    private List<String> peers(MemorySegment device) {
        Set<String> peers = new LinkedHashSet<>();
        MemorySegment active = arena.allocate(JAVA_INT);
        MemorySegment pci = arena.allocate(PCI_BYTES, Integer.BYTES);
        for (int link = 0; link < MAX_LINKS; link++) {
            if (library.nvlinkState(device, link, active) == NvmlLibrary.SUCCESS
                    && active.get(JAVA_INT, 0) == 1
                    && library.nvlinkRemote(device, link, pci) == NvmlLibrary.SUCCESS) {
                peers.add(busId(pci));
            }
        }
        return List.copyOf(peers);
    }

    /** NVML writes the domain with eight digits, /sys with four unless it needs more. */
    private static String busId(MemorySegment pci) {
        String busId = pci.getString(PCI_BUS_ID_OFFSET).toLowerCase(Locale.ROOT);
        return busId.matches("0000[0-9a-f]{4}:.*") ? busId.substring(4) : busId;
    }

    private int numaNode(String busId) {
        try {
            return Integer.parseInt(Files.readString(pciDevices.resolve(busId).resolve("numa_node"))
                    .strip());
        } catch (IOException | NumberFormatException unknown) {
            return -1;
        }
    }

    private void check(String function, int code) throws NvmlFailure {
        if (code != NvmlLibrary.SUCCESS) {
            throw new NvmlFailure(function + ": " + library.error(code));
        }
    }

    /** A card fell off while it was read; stays within this class. */
    private static final class NvmlFailure extends Exception {
        NvmlFailure(String message) {
            super(message);
        }
    }
}
