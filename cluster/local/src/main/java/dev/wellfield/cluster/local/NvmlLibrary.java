package dev.wellfield.cluster.local;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * The functions of NVIDIA's management library that we call, with the signatures of nvml.h. Each returns nvmlReturn_t, 0
 * being success. Belongs to one thread, as its arena does.
 */
final class NvmlLibrary {

    static final int SUCCESS = 0;
    static final int NOT_SUPPORTED = 3;

    private static final FunctionDescriptor NO_ARGUMENT = FunctionDescriptor.of(JAVA_INT);
    private static final FunctionDescriptor POINTER = FunctionDescriptor.of(JAVA_INT, ADDRESS);
    private static final FunctionDescriptor POINTER_POINTER = FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS);
    private static final FunctionDescriptor POINTER_INT = FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT);
    private static final FunctionDescriptor POINTER_POINTER_POINTER =
            FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS);
    private static final FunctionDescriptor POINTER_POINTER_INT =
            FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT);
    private static final FunctionDescriptor INT_POINTER = FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS);
    private static final FunctionDescriptor POINTER_INT_POINTER =
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, ADDRESS);

    private final SymbolLookup symbols;
    private final Linker linker = Linker.nativeLinker();

    private NvmlLibrary(SymbolLookup symbols) {
        this.symbols = symbols;
    }

    /** Empty if the library is not here. */
    @SuppressWarnings("restricted")
    static Optional<NvmlLibrary> load(String name, Arena arena) {
        try {
            return Optional.of(new NvmlLibrary(SymbolLookup.libraryLookup(name, arena)));
        } catch (IllegalArgumentException absent) {
            return Optional.empty();
        }
    }

    int init() {
        return call("nvmlInit_v2", NO_ARGUMENT);
    }

    int shutdown() {
        return call("nvmlShutdown", NO_ARGUMENT);
    }

    /** nvmlSystemGetDriverVersion(char *version, unsigned int length). */
    int driverVersion(MemorySegment version) {
        return call("nvmlSystemGetDriverVersion", POINTER_INT, version, (int) version.byteSize());
    }

    /** nvmlDeviceGetCount_v2(unsigned int *deviceCount). */
    int count(MemorySegment count) {
        return call("nvmlDeviceGetCount_v2", POINTER, count);
    }

    /** nvmlDeviceGetHandleByIndex_v2(unsigned int index, nvmlDevice_t *device). */
    int handle(int index, MemorySegment device) {
        return call("nvmlDeviceGetHandleByIndex_v2", INT_POINTER, index, device);
    }

    /** nvmlDeviceGetName(nvmlDevice_t device, char *name, unsigned int length). */
    int name(MemorySegment device, MemorySegment name) {
        return call("nvmlDeviceGetName", POINTER_POINTER_INT, device, name, (int) name.byteSize());
    }

    /** nvmlDeviceGetUUID(nvmlDevice_t device, char *uuid, unsigned int length). */
    int uuid(MemorySegment device, MemorySegment uuid) {
        return call("nvmlDeviceGetUUID", POINTER_POINTER_INT, device, uuid, (int) uuid.byteSize());
    }

    /** nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t *memory); total, free, used as unsigned long long. */
    int memory(MemorySegment device, MemorySegment memory) {
        return call("nvmlDeviceGetMemoryInfo", POINTER_POINTER, device, memory);
    }

    /** nvmlDeviceGetPciInfo_v3(nvmlDevice_t device, nvmlPciInfo_t *pci). */
    int pci(MemorySegment device, MemorySegment pci) {
        return call("nvmlDeviceGetPciInfo_v3", POINTER_POINTER, device, pci);
    }

    /** nvmlDeviceGetMigMode(nvmlDevice_t device, unsigned int *currentMode, unsigned int *pendingMode). */
    int migMode(MemorySegment device, MemorySegment current, MemorySegment pending) {
        return call("nvmlDeviceGetMigMode", POINTER_POINTER_POINTER, device, current, pending);
    }

    /** nvmlDeviceGetNvLinkState(nvmlDevice_t device, unsigned int link, nvmlEnableState_t *isActive). */
    int nvlinkState(MemorySegment device, int link, MemorySegment active) {
        return call("nvmlDeviceGetNvLinkState", POINTER_INT_POINTER, device, link, active);
    }

    /** nvmlDeviceGetNvLinkRemotePciInfo_v2(nvmlDevice_t device, unsigned int link, nvmlPciInfo_t *pci). */
    int nvlinkRemote(MemorySegment device, int link, MemorySegment pci) {
        return call("nvmlDeviceGetNvLinkRemotePciInfo_v2", POINTER_INT_POINTER, device, link, pci);
    }

    /** const char *nvmlErrorString(nvmlReturn_t result). */
    @SuppressWarnings("restricted")
    String error(int code) {
        MethodHandle function = linker.downcallHandle(
                symbols.findOrThrow("nvmlErrorString"), FunctionDescriptor.of(ADDRESS, ValueLayout.JAVA_INT));
        try {
            MemorySegment text = (MemorySegment) function.invokeExact(code);
            return text.reinterpret(256).getString(0);
        } catch (Throwable e) {
            throw new IllegalStateException("nvmlErrorString could not be called", e);
        }
    }

    /** A driver too old to have the function counts as one that does not support it. */
    @SuppressWarnings("restricted")
    private int call(String function, FunctionDescriptor descriptor, Object... arguments) {
        Optional<MemorySegment> symbol = symbols.find(function);
        if (symbol.isEmpty()) {
            return NOT_SUPPORTED;
        }
        try {
            return (int) linker.downcallHandle(symbol.get(), descriptor).invokeWithArguments(arguments);
        } catch (Throwable e) {
            throw new IllegalStateException(function + " could not be called", e);
        }
    }
}
