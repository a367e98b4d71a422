package dev.wellfield.cluster.local;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class LaunchSpecTest {

    private static final String ID = "0190b4a2-7c1e-7def-8a3b-5f1c2d3e4f50";
    private static final LaunchSpec GOOD = LaunchSpec.of(ID, "team-a", 3, List.of("true"));

    @Test
    void an_allocation_id_is_a_uuid_in_lower_case() {
        refused(
                () -> LaunchSpec.of("../../etc", "a", 0, List.of("true")),
                "allocationId (../../etc) must be a UUID in lower case");
        refused(
                () -> LaunchSpec.of("1-1-1-1-1", "a", 0, List.of("true")),
                "allocationId (1-1-1-1-1) must be a UUID in lower case");
    }

    @Test
    void a_tenant_is_a_name_and_an_index() {
        refused(
                () -> LaunchSpec.of(ID, "Team A", 0, List.of("true")),
                "tenant (Team A) must match [a-z][a-z0-9-]{0,62}: lower case letters, digits and hyphens, at most 63");
        refused(
                () -> LaunchSpec.of(ID, "a", 10_000, List.of("true")),
                "tenantIndex (10000) must be between 0 and 9999");
        refused(() -> LaunchSpec.of(ID, "a", -1, List.of("true")), "tenantIndex (-1) must be between 0 and 9999");
    }

    @Test
    void a_command_names_a_program() {
        refused(() -> LaunchSpec.of(ID, "a", 0, List.of()), "command must name a program; it is empty");
        refused(() -> LaunchSpec.of(ID, "a", 0, List.of("")), "command[0] (the program) must not be empty");
        refused(() -> LaunchSpec.of(ID, "a", 0, List.of("-c")), "command[0] (-c) must not begin with a hyphen");
        refused(() -> LaunchSpec.of(ID, "a", 0, List.of("x", "a\0b")), "command[1] must not contain the character NUL");
        refused(
                () -> LaunchSpec.of(ID, "a", 0, List.of("x", "\ud800")),
                "command[1] must be text; it contains half of a surrogate pair");
        refused(
                () -> LaunchSpec.of(ID, "a", 0, List.of("x", "y".repeat(131_072))),
                "command[1] has 131072 bytes; at most 131071");
        refused(
                () -> LaunchSpec.of(ID, "a", 0, Collections.nCopies(9, "y".repeat(131_071))),
                "command and environment have 1179648 bytes together; at most 1048576");
    }

    @Test
    void a_variable_has_a_name_that_shells_can_export() {
        refused(
                () -> GOOD.withEnvironment(Map.of("a.b", "1")),
                "environment variable (a.b) must have a name of letters, digits and underscores, not beginning with a digit");
        refused(
                () -> GOOD.withEnvironment(Map.of("UID", "0")),
                "environment variable (UID) cannot be set: shells keep this name for themselves");
    }

    @Test
    void limits_are_nothing_or_sensible() {
        refused(() -> GOOD.withLimits(9, 0), "cpuMilli (9) must be 0 (no limit) or between 10 and 1000000");
        refused(() -> GOOD.withLimits(-1, 0), "cpuMilli (-1) must be 0 (no limit) or between 10 and 1000000");
        refused(() -> GOOD.withLimits(0, 3), "memoryMib (3) must be 0 (no limit) or between 4 and 16777216");
        refused(() -> GOOD.withLogs(1, 2), "logBytesPerFile (1) must be between 65536 and 1073741824");
        refused(() -> GOOD.withLogs(65_536, 1), "logFiles (1) must be between 2 and 100");
        refused(() -> GOOD.withWorkingDirectory(Path.of("here")), "workingDirectory (here) must be an absolute path");
    }

    private static void refused(ThrowingCallable making, String message) {
        assertThatThrownBy(making).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }
}
