package dev.wellfield.cluster.local;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What to run for one allocation.
 *
 * @param allocationId a UUID in lower case; one id is started at most once
 * @param tenant the tenant's name
 * @param tenantIndex 0 to 9999, for ever the same for one tenant: the tenant's uid follows from it
 * @param command the program and its arguments, run as they are, without a shell
 * @param environment the whole environment; HOME and PATH get a default, and WELLFIELD_ALLOCATION is always set
 * @param workingDirectory absolute, or null for the tenant's private folder
 * @param cpuMilli thousandths of a processor, 10 to 1,000,000; 0 is no limit
 * @param memoryMib host memory in MiB, 4 to 16,777,216; 0 is no limit
 * @param logBytesPerFile size at which a log file is rotated, 64 KiB to 1 GiB
 * @param logFiles log files kept, 2 to 100; the oldest is dropped
 */
public record LaunchSpec(
        String allocationId,
        String tenant,
        int tenantIndex,
        List<String> command,
        Map<String, String> environment,
        @Nullable Path workingDirectory,
        int cpuMilli,
        long memoryMib,
        long logBytesPerFile,
        int logFiles) {

    /** The kernel's own limit on one argument or variable, less its terminating zero. */
    private static final int MAX_STRING_BYTES = 128 * 1024 - 1;

    /** Below the kernel's limit on all arguments and variables together (2 MiB with the usual stack limit). */
    private static final int MAX_TOTAL_BYTES = 1024 * 1024;

    private static final Pattern TENANT = Pattern.compile("[a-z][a-z0-9-]{0,62}");
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** Variables that one shell or the other computes or refuses to set, so a value given here would not arrive. */
    private static final Set<String> KEPT_BY_SHELLS = Set.of(
            "BASHOPTS",
            "BASHPID",
            "BASH_VERSINFO",
            "DIRSTACK",
            "EPOCHREALTIME",
            "EPOCHSECONDS",
            "EUID",
            "FUNCNAME",
            "GROUPS",
            "HISTCMD",
            "LINENO",
            "OPTIND",
            "PPID",
            "RANDOM",
            "SECONDS",
            "SHELLOPTS",
            "SRANDOM",
            "UID",
            "_");

    public LaunchSpec {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        requireAllocationId(allocationId);
        require(
                TENANT.matcher(tenant).matches(),
                "tenant (%s) must match %s: lower case letters, digits and hyphens, at most 63",
                tenant,
                TENANT.pattern());
        requireRange("tenantIndex", tenantIndex, 0, 9999);
        require(!command.isEmpty(), "command must name a program; it is empty");
        require(!command.getFirst().isEmpty(), "command[0] (the program) must not be empty");
        require(
                !command.getFirst().startsWith("-"),
                "command[0] (%s) must not begin with a hyphen",
                command.getFirst());
        require(
                workingDirectory == null || workingDirectory.isAbsolute(),
                "workingDirectory (%s) must be an absolute path",
                String.valueOf(workingDirectory));
        requireLimit("cpuMilli", cpuMilli, 10, 1_000_000);
        requireLimit("memoryMib", memoryMib, 4, 16_777_216);
        requireRange("logBytesPerFile", logBytesPerFile, 64 * 1024, 1024 * 1024 * 1024);
        requireRange("logFiles", logFiles, 2, 100);
        requirePassable(command, environment);
    }

    /** A spec with an empty environment, the tenant's folder, no limits, and five log files of 10 MiB. */
    public static LaunchSpec of(String allocationId, String tenant, int tenantIndex, List<String> command) {
        return new LaunchSpec(allocationId, tenant, tenantIndex, command, Map.of(), null, 0, 0, 10L * 1024 * 1024, 5);
    }

    /** This spec with another whole environment. */
    public LaunchSpec withEnvironment(Map<String, String> environment) {
        return new LaunchSpec(
                allocationId,
                tenant,
                tenantIndex,
                command,
                environment,
                workingDirectory,
                cpuMilli,
                memoryMib,
                logBytesPerFile,
                logFiles);
    }

    /** This spec with another working directory. */
    public LaunchSpec withWorkingDirectory(Path workingDirectory) {
        return new LaunchSpec(
                allocationId,
                tenant,
                tenantIndex,
                command,
                environment,
                workingDirectory,
                cpuMilli,
                memoryMib,
                logBytesPerFile,
                logFiles);
    }

    /** This spec with other limits; 0 is no limit. */
    public LaunchSpec withLimits(int cpuMilli, long memoryMib) {
        return new LaunchSpec(
                allocationId,
                tenant,
                tenantIndex,
                command,
                environment,
                workingDirectory,
                cpuMilli,
                memoryMib,
                logBytesPerFile,
                logFiles);
    }

    /** This spec with other bounds on its logs. */
    public LaunchSpec withLogs(long logBytesPerFile, int logFiles) {
        return new LaunchSpec(
                allocationId,
                tenant,
                tenantIndex,
                command,
                environment,
                workingDirectory,
                cpuMilli,
                memoryMib,
                logBytesPerFile,
                logFiles);
    }

    /** Fails unless the id is a UUID as {@link UUID#toString()} writes it; it becomes a folder's name. */
    static void requireAllocationId(String allocationId) {
        boolean canonical;
        try {
            canonical = UUID.fromString(allocationId).toString().equals(allocationId);
        } catch (IllegalArgumentException e) {
            canonical = false;
        }
        require(canonical, "allocationId (%s) must be a UUID in lower case", allocationId);
    }

    private static void requirePassable(List<String> command, Map<String, String> environment) {
        Map<String, String> strings = new LinkedHashMap<>();
        for (int i = 0; i < command.size(); i++) {
            strings.put("command[" + i + "]", command.get(i));
        }
        environment.forEach((name, value) -> {
            require(
                    VARIABLE.matcher(name).matches(),
                    "environment variable (%s) must have a name of letters, digits and underscores, not beginning with a"
                            + " digit",
                    name);
            require(
                    !KEPT_BY_SHELLS.contains(name),
                    "environment variable (%s) cannot be set: shells keep this name for themselves",
                    name);
            strings.put("environment." + name, name + "=" + value);
        });
        long total = 0;
        for (Map.Entry<String, String> entry : strings.entrySet()) {
            String field = entry.getKey();
            String value = entry.getValue();
            require(value.indexOf('\0') < 0, "%s must not contain the character NUL", field);
            require(
                    StandardCharsets.UTF_8.newEncoder().canEncode(value),
                    "%s must be text; it contains half of a surrogate pair",
                    field);
            int bytes = value.getBytes(StandardCharsets.UTF_8).length;
            require(bytes <= MAX_STRING_BYTES, "%s has %d bytes; at most %d", field, bytes, MAX_STRING_BYTES);
            total += bytes + 1;
        }
        require(
                total <= MAX_TOTAL_BYTES,
                "command and environment have %d bytes together; at most %d",
                total,
                MAX_TOTAL_BYTES);
    }

    private static void requireLimit(String field, long value, long least, long most) {
        require(
                value == 0 || (value >= least && value <= most),
                "%s (%d) must be 0 (no limit) or between %d and %d",
                field,
                value,
                least,
                most);
    }

    private static void requireRange(String field, long value, long least, long most) {
        require(value >= least && value <= most, "%s (%d) must be between %d and %d", field, value, least, most);
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation is Error Prone's own, and so a dependency
    private static void require(boolean holds, String message, Object... values) {
        if (!holds) {
            throw new IllegalArgumentException(message.formatted(values));
        }
    }
}
