package dev.wellfield.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.core.tenancy.Role;
import dev.wellfield.server.rest.StubServer.Result;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operation as nobody, as a foreign tenant's and as each role. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AuthorisationTest {
    private static final String OWN = "team-a";
    private final StubServer server = StubServer.start();

    @BeforeAll
    void bindRoles() {
        for (Role role : Role.values()) {
            server.authenticator.token("wft_" + role.wireName(), role, role.onPlatform() ? null : OWN);
        }
        server.authenticator.token("wft_foreign", Role.TENANT_ADMIN, "team-b");
    }

    @AfterAll
    void close() {
        server.close();
    }

    static Collection<Operation> operations() {
        return StubServer.CONTRACT.operations();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("operations")
    void nobody_gets_401_wherever_a_sign_in_is_needed(Operation operation) {
        Result result = ask(operation, null);

        if (operation.scope() == Scope.PUBLIC) {
            assertThat(result.status()).isBetween(200, 299);
        } else {
            assertThat(result.status()).isEqualTo(401);
            assertThat(result.header("WWW-Authenticate")).startsWith("Bearer");
        }
        result.checked(operation.id());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("operations")
    void a_foreign_tenant_does_not_exist(Operation operation) {
        Result result = ask(operation, "wft_foreign");

        if (operation.scope() == Scope.TENANT) {
            assertThat(result.status()).isEqualTo(404);
            assertThat(result.json().get("detail").asString())
                    .isEqualTo("There is no tenant \"team-a\" that you may see.");
        } else {
            assertThat(result.status()).isIn(200, 201, 204, 403);
        }
        result.checked(operation.id());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("operations")
    void each_role_may_do_what_its_permissions_say_and_is_told_what_is_missing(Operation operation) {
        for (Role role : Role.values()) {
            Result result = ask(operation, "wft_" + role.wireName());

            if (mayDo(role, operation)) {
                assertThat(result.status()).as(role.wireName()).isBetween(200, 299);
            } else {
                assertThat(result.status()).as(role.wireName()).isEqualTo(403);
                assertThat(result.json().get("permission").asString())
                        .isEqualTo(operation.permission().orElseThrow().wireName());
            }
            result.checked(operation.id());
        }
    }

    private static boolean mayDo(Role role, Operation operation) {
        return switch (operation.scope()) {
            case PUBLIC, SELF -> true;
            case PLATFORM ->
                role.onPlatform()
                        && role.permissions().contains(operation.permission().orElseThrow());
            case TENANT, VISIBLE ->
                role.permissions().contains(operation.permission().orElseThrow());
        };
    }

    private Result ask(Operation operation, @Nullable String token) {
        StubServer.Request request = token == null ? server.asNobody() : server.as(token);
        List<String> headers = Paths.headers(operation);
        for (int i = 0; i < headers.size(); i += 2) {
            request.header(headers.get(i), headers.get(i + 1));
        }
        byte[] body = operation
                .body()
                .map(it ->
                        Json.bytes(Samples.full(StubServer.CONTRACT.schemas()).of(it)))
                .orElse(null);
        return request.header("Content-Type", "application/json")
                .send(operation.method(), Paths.valid(operation, OWN), body);
    }

    @Test
    void who_asks_is_settled_before_what_is_asked() {
        String workloads = "/api/v1/tenants/team-a/workloads?unknown=1";

        assertThat(server.asNobody().post(workloads, "{broken").status()).isEqualTo(401);
        assertThat(server.as("wft_foreign").post(workloads, "{broken").status()).isEqualTo(404);
        assertThat(server.as("wft_viewer").post(workloads, "{broken").status()).isEqualTo(403);
        assertThat(server.as("wft_engineer").post(workloads, "{broken").status())
                .isEqualTo(400);
        assertThat(server.asNobody()
                        .header("Accept", "application/xml")
                        .get("/api/v1/pools")
                        .status())
                .isEqualTo(401);
    }

    @Test
    void what_is_no_token_is_refused_with_the_reason() {
        assertThat(detail("Basic abc")).contains("has to be \"Bearer wft_…\"");
        assertThat(detail("Bearer ")).contains("has to be \"Bearer wft_…\"");
        assertThat(detail("Bearer wft_unknown")).contains("unknown, expired or revoked");
        assertThat(detail("Bearer " + "x".repeat(2000))).contains("too long");
    }

    private String detail(String authorization) {
        Result result = server.asNobody().header("Authorization", authorization).get("/api/v1/pools");
        assertThat(result.status()).isEqualTo(401);
        return result.json().get("detail").asString();
    }

    @Test
    void without_the_database_nobody_is_let_in_and_told_so() {
        try (StubServer own = StubServer.start()) {
            own.authenticator.goAway();

            Result result = own.asOperator().get("/api/v1/pools");

            assertThat(result.status()).isEqualTo(503);
            assertThat(result.header("Retry-After")).isEqualTo("2");
            assertThat(own.asNobody().get("/healthz").status()).isEqualTo(200);
        }
    }
}
