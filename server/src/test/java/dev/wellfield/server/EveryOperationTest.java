package dev.wellfield.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.core.tenancy.Permission;
import dev.wellfield.core.tenancy.Role;
import dev.wellfield.server.RunningServer.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Every operation of the contract, asked by nobody, by a member of another tenant, and by each role: 401, 404, 403 that names
 * the permission, or the allowed.
 */
class EveryOperationTest {
    private static final RunningServer SERVER = RunningServer.shared();
    private static final String TENANT = "training";

    /** Bodies that the operations accept; each may be sent again. */
    private static final Map<String, String> BODIES = Map.ofEntries(
            Map.entry("signIn", "{'token': 'wft_nobody-has-this-one'}"),
            Map.entry("createToken", "{'name': 'walk'}"),
            Map.entry("createPrincipalToken", "{'name': 'walk'}"),
            Map.entry(
                    "apply",
                    "{'resources': [{'apiVersion': 'wellfield.dev/v1', 'kind': 'Plan', 'metadata': {'name': 'spot'},"
                            + " 'spec': {'type': 'SPOT', 'for': 'CARDS'}}]}"),
            Map.entry("putQuota", "{'limits': {}}"),
            Map.entry("submitWorkload", "{'spec': {'type': 'BATCH', 'command': ['true'], 'cards': 0}}"),
            Map.entry("createKey", "{'name': 'walk'}"),
            Map.entry("changePassword", "{'newPassword': '111111111111'}"),
            Map.entry("putUserBindings", "{'bindings': [{'role': 'engineer', 'tenant': 'no-such-tenant'}]}"),
            Map.entry("putMember", "{'roles': ['engineer']}"),
            Map.entry("inviteMember", "{'name': 'walk', 'role': 'engineer'}"),
            Map.entry("inviteToPlatform", "{'name': 'walk', 'role': 'finance'}"),
            Map.entry("readInvitation", "{'secret': 'wfi_nobody-has-this-one'}"),
            Map.entry("acceptInvitation", "{'secret': 'wfi_nobody-has-this-one', 'password': 'four random words'}"),
            Map.entry("deleteResources", "{'resources': [{'kind': 'Plan', 'metadata': {'name': 'no-such'}}]}"),
            Map.entry("acknowledgeAlert", "{'note': 'walk'}"),
            Map.entry("joinByInvitation", "{'secret': 'wfi_nobody-has-this-one'}"));

    /** Public, and answered only to whoever brings a secret that is known. */
    private static final Map<String, Integer> FOR_A_SECRET =
            Map.of("signIn", 401, "readInvitation", 404, "acceptInvitation", 404);

    private static final Map<String, String> SAMPLES = Map.ofEntries(
            Map.entry("{tenant}", TENANT),
            Map.entry("{pool}", "a100"),
            Map.entry("{node}", "server-1"),
            Map.entry("{plan}", "spot"),
            Map.entry("{book}", "list-2026"),
            Map.entry("{subscription}", "no-such-subscription"),
            Map.entry("{model}", "no-such/model"),
            Map.entry("{webhook}", "no-such-webhook"),
            Map.entry("{workload}", "walked"),
            Map.entry("{key}", "no-such-key"),
            Map.entry("{principal}", "walter"),
            Map.entry("{invitation}", "00000000-0000-7000-8000-000000000000"),
            Map.entry("{token}", "no-such-token"),
            Map.entry("{month}", "2026-12"),
            Map.entry("{line}", "no-such-line"),
            Map.entry("{alert}", "engine-down.training.no-such"),
            Map.entry("{signal}", "quota.training.a100.cards"));

    /** An operation as the contract has it. */
    record Operation(String id, String method, String path, String permission, String scope) {
        @Override
        public String toString() {
            return id;
        }
    }

    /** Somebody who asks. */
    record Asker(Role role, @Nullable String tenant) {
        String token() {
            return SERVER.tokenFor(role.wireName(), tenant);
        }
    }

    @BeforeAll
    static void one_workload_and_one_member_are_there() {
        SERVER.submit(
                TENANT, "{'metadata': {'name': 'walked'}, 'spec': {'type': 'BATCH', 'command': ['true'], 'cards': 0}}");
        SERVER.apply(
                RunningServer.json(
                        "{'apiVersion': 'wellfield.dev/v1', 'kind': 'Principal',"
                                + " 'metadata': {'name': 'walter'}, 'spec': {'bindings': [{'role': 'engineer', 'tenant': 'training'}]}}"));
    }

    static List<Operation> operations() throws IOException {
        try (InputStream in = Objects.requireNonNull(EveryOperationTest.class.getResourceAsStream("/openapi.json"))) {
            JsonNode paths = JsonMapper.shared().readTree(in).get("paths");
            List<Operation> operations = new ArrayList<>();
            paths.properties()
                    .forEach(path -> path.getValue().properties().forEach(method -> {
                        JsonNode operation = method.getValue();
                        if (operation.has("operationId")) {
                            operations.add(new Operation(
                                    operation.get("operationId").asString(),
                                    method.getKey().toUpperCase(Locale.ROOT),
                                    path.getKey(),
                                    operation.get("x-permission").asString(),
                                    operation.get("x-scope").asString()));
                        }
                    }));
            return operations;
        }
    }

    private static List<Asker> members() {
        List<Asker> askers = new ArrayList<>();
        for (Role role : Role.values()) {
            askers.add(new Asker(role, role.onPlatform() ? null : TENANT));
        }
        return askers;
    }

    private static Answer ask(Operation operation, @Nullable String token) {
        String path = operation.path();
        for (Map.Entry<String, String> sample : SAMPLES.entrySet()) {
            path = path.replace(sample.getKey(), sample.getValue().replace("/", "%2F"));
        }
        if (operation.id().startsWith("delete")) {
            path += "?dryRun=true";
        }
        String body = BODIES.get(operation.id());
        String[] headers = operation.id().equals("putQuota") ? new String[] {"If-Match", "\"9999\""} : new String[0];
        return SERVER.send(
                operation.id(),
                operation.method(),
                path,
                token,
                body == null ? null : RunningServer.json(body),
                headers);
    }

    @ParameterizedTest
    @MethodSource("operations")
    void nobody_is_told_to_sign_in(Operation operation) {
        Answer answer = ask(operation, null);

        if (operation.scope().equals("public")) {
            assertThat(answer.status()).isEqualTo(FOR_A_SECRET.getOrDefault(operation.id(), 200));
        } else {
            assertThat(answer.status()).isEqualTo(401);
        }
    }

    @ParameterizedTest
    @MethodSource("operations")
    void a_member_of_another_tenant_finds_nothing(Operation operation) {
        if (operation.scope().equals("tenant")) {
            for (Role role : Role.values()) {
                if (!role.onPlatform()) {
                    Answer answer = ask(operation, SERVER.tokenFor(role.wireName(), "inference"));

                    assertThat(answer.status()).as(role.wireName()).isEqualTo(404);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("operations")
    void each_role_may_what_its_permissions_say_and_is_told_which_is_missing(Operation operation) {
        Optional<Permission> permission = Permission.find(operation.permission());
        for (Asker asker : members()) {
            Answer answer = ask(operation, asker.token());

            String who = asker.role().wireName() + " got " + answer.body();
            if (permission.isEmpty()) {
                assertThat(answer.status()).as(who).isNotEqualTo(403);
            } else if (allowed(operation, asker, permission.get())) {
                assertThat(answer.status()).as(who).isNotIn(401, 403, 500);
            } else {
                assertThat(answer.status()).as(who).isEqualTo(403);
                assertThat(answer.json().get("permission").asString()).isEqualTo(operation.permission());
            }
        }
    }

    private static boolean allowed(Operation operation, Asker asker, Permission permission) {
        boolean has = asker.role().permissions().contains(permission);
        return operation.scope().equals("platform") ? has && asker.role().onPlatform() : has;
    }

    @ParameterizedTest
    @MethodSource("operations")
    void a_token_that_is_limited_to_another_permission_is_not_enough(Operation operation) {
        if (!operation.permission().equals("none")) {
            String scope = operation.permission().equals("plans.read") ? "quotas.read" : "plans.read";
            String limited = Limited.token(SERVER, scope);

            assertThat(ask(operation, limited).status()).isEqualTo(403);
        }
    }
}
