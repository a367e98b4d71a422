package dev.wellfield.core.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReservedEnvironmentTest {

    @ParameterizedTest
    @CsvSource({
        "CUDA_VISIBLE_DEVICES, CHOOSES_CARDS",
        "NVIDIA_VISIBLE_DEVICES, CHOOSES_CARDS",
        "NVIDIA_DRIVER_CAPABILITIES, CHOOSES_CARDS",
        "NVIDIA_MIG_CONFIG_DEVICES, CHOOSES_CARDS",
        "NVIDIA_MIG_MONITOR_DEVICES, CHOOSES_CARDS",
        "HIP_VISIBLE_DEVICES, CHOOSES_CARDS",
        "ROCR_VISIBLE_DEVICES, CHOOSES_CARDS",
        "ASCEND_RT_VISIBLE_DEVICES, CHOOSES_CARDS",
        "CUDA_DEVICE_ORDER, SETS_LIMITS",
        "CUDA_DEVICE_MEMORY_LIMIT, SETS_LIMITS",
        "CUDA_DEVICE_MEMORY_LIMIT_0, SETS_LIMITS",
        "CUDA_DEVICE_SM_LIMIT, SETS_LIMITS",
        "CUDA_DEVICE_MEMORY_SHARED_CACHE, SETS_LIMITS",
        "CUDA_MPS_PIPE_DIRECTORY, SETS_LIMITS",
        "CUDA_MPS_ACTIVE_THREAD_PERCENTAGE, SETS_LIMITS",
        "CUDA_DISABLE_CONTROL, SETS_LIMITS",
        "CUDA_OVERSUBSCRIBE, SETS_LIMITS",
        "CUDA_TASK_PRIORITY, SETS_LIMITS",
        "GPU_CORE_UTILIZATION_POLICY, SETS_LIMITS",
        "ACTIVE_OOM_KILLER, SETS_LIMITS",
        "LD_PRELOAD, LOADS_CODE",
        "LD_AUDIT, LOADS_CODE",
        "WELLFIELD_ALLOCATION, BELONGS_TO_WELLFIELD",
        "WELLFIELD_, BELONGS_TO_WELLFIELD"
    })
    void a_tenant_may_not_set_it(String name, ReservedEnvironment.Reason reason) {
        assertThat(ReservedEnvironment.reason(name)).contains(reason);
        assertThat(ReservedEnvironment.allowed(name)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "LD_LIBRARY_PATH",
                "PATH",
                "HOME",
                "CUDA_HOME",
                "CUDA_LAUNCH_BLOCKING",
                "CUDA_CACHE_PATH",
                "NVIDIA_TF32_OVERRIDE",
                "wellfield_x",
                "WELLFIELD"
            })
    void a_tenant_may_set_it(String name) {
        assertThat(ReservedEnvironment.allowed(name)).isTrue();
    }
}
