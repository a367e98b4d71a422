/* A driver library with two cards, for machines that have none. Signatures and sizes are those of NVIDIA's nvml.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int nvmlReturn_t;
typedef struct card *nvmlDevice_t;
typedef struct { unsigned long long total, free, used; } nvmlMemory_t;
typedef struct {
    char busIdLegacy[16];
    unsigned int domain, bus, device, pciDeviceId, pciSubSystemId;
    char busId[32];
} nvmlPciInfo_t;

enum { SUCCESS = 0, UNINITIALIZED = 1, INVALID_ARGUMENT = 2, NOT_SUPPORTED = 3, INSUFFICIENT_SIZE = 7,
       DRIVER_NOT_LOADED = 9, GPU_IS_LOST = 15 };

struct card { const char *name, *uuid, *bus; unsigned long long mib; int mig; int links[18]; };

/* links: 0 none, n the card n-1, -1 a link that is down, 9 a switch. */
static struct card cards[] = {
    {"NVIDIA A100-SXM4-40GB", "GPU-5f1c2d3e-0000-4444-8888-000000000001", "00000000:3B:00.0", 40960, 1, {2, 2, -1, 9}},
    {"Tesla T4", "GPU-5f1c2d3e-0000-4444-8888-000000000002", "00010000:AF:00.0", 15360, -1, {0}},
};
static int initialized;

static nvmlReturn_t text(const char *from, char *to, unsigned int length) {
    if (strlen(from) >= length) return INSUFFICIENT_SIZE;
    strcpy(to, from);
    return SUCCESS;
}

static void pci(const char *bus, nvmlPciInfo_t *info) {
    memset(info, 0xff, sizeof *info);
    sscanf(bus, "%x:%x:%x", &info->domain, &info->bus, &info->device);
    strcpy(info->busId, bus);
}

const char *nvmlErrorString(nvmlReturn_t result) {
    switch (result) {
    case SUCCESS: return "Success";
    case DRIVER_NOT_LOADED: return "Driver Not Loaded";
    case GPU_IS_LOST: return "GPU is lost";
    default: return "Unknown Error";
    }
}

nvmlReturn_t nvmlInit_v2(void) {
#ifdef NO_DRIVER
    return DRIVER_NOT_LOADED;
#else
    initialized++;
    return SUCCESS;
#endif
}

nvmlReturn_t nvmlShutdown(void) { return initialized-- > 0 ? SUCCESS : UNINITIALIZED; }

nvmlReturn_t nvmlSystemGetDriverVersion(char *version, unsigned int length) {
    return initialized ? text("570.86.15", version, length) : UNINITIALIZED;
}

nvmlReturn_t nvmlDeviceGetCount_v2(unsigned int *count) {
    *count = sizeof cards / sizeof *cards;
    return initialized ? SUCCESS : UNINITIALIZED;
}

nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned int index, nvmlDevice_t *device) {
    if (index >= sizeof cards / sizeof *cards) return INVALID_ARGUMENT;
    *device = &cards[index];
    return SUCCESS;
}

nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t device, char *name, unsigned int length) {
    return text(device->name, name, length);
}

nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t device, char *uuid, unsigned int length) {
#ifdef LOST_CARD
    return GPU_IS_LOST;
#else
    return text(device->uuid, uuid, length);
#endif
}

nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t *memory) {
    memory->total = device->mib << 20;
    memory->free = memory->total - 1000;
    memory->used = 1000;
    return SUCCESS;
}

nvmlReturn_t nvmlDeviceGetPciInfo_v3(nvmlDevice_t device, nvmlPciInfo_t *info) {
    pci(device->bus, info);
    return SUCCESS;
}

nvmlReturn_t nvmlDeviceGetMigMode(nvmlDevice_t device, unsigned int *current, unsigned int *pending) {
    if (device->mig < 0) return NOT_SUPPORTED;
    *current = device->mig;
    *pending = device->mig;
    return SUCCESS;
}

#ifndef OLD_DRIVER
nvmlReturn_t nvmlDeviceGetNvLinkState(nvmlDevice_t device, unsigned int link, int *active) {
    if (link >= 18) return INVALID_ARGUMENT;
    if (!device->links[link]) return NOT_SUPPORTED;
    *active = device->links[link] > 0;
    return SUCCESS;
}

nvmlReturn_t nvmlDeviceGetNvLinkRemotePciInfo_v2(nvmlDevice_t device, unsigned int link, nvmlPciInfo_t *info) {
    pci(device->links[link] == 9 ? "00000000:C1:00.0" : cards[device->links[link] - 1].bus, info);
    return SUCCESS;
}
#endif
