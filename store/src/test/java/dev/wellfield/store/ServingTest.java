package dev.wellfield.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.core.EngineKind;
import dev.wellfield.core.scheduling.Workload;
import dev.wellfield.core.serving.ApiKey;
import dev.wellfield.core.serving.CallKind;
import dev.wellfield.core.serving.Endpoint;
import dev.wellfield.core.serving.GatewayView;
import dev.wellfield.core.serving.KeyScope;
import dev.wellfield.core.serving.Limits;
import dev.wellfield.core.serving.Model;
import dev.wellfield.core.tenancy.PlanType;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Keys, endpoints, and the view that gateways get of them. */
final class ServingTest {
    private static final UUID KEY = new UUID(4, 1);
    private static final UUID ALLOCATION = new UUID(4, 2);

    private final TestDatabase database = TestDatabase.fresh();
    private final Database app = database.app();

    @BeforeEach
    void declare() {
        Declared.in(app);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void a_key_is_read_as_it_was_written_and_its_name_is_taken_once() {
        assertThat(
                        insertKey(
                                "app",
                                "{'models': ['chat'], 'scopes': ['chat', 'models'], 'concurrentRequests': 8, 'requestsPerMinute': 60, 'tokensPerMinute': 90000, 'expiresAt': '2026-04-01T00:00:00+08:00'}"))
                .isTrue();
        assertThat(insertKey("app", "{}")).isFalse();

        ApiKeys.Row row =
                app.transaction(tx -> tx.apiKeys().find("vision", "app")).orElseThrow();

        assertThat(row.key())
                .isEqualTo(new ApiKey(
                        KEY,
                        "vision",
                        "app",
                        "sk-wf-abcdef",
                        "hash-of-app",
                        Set.of("chat"),
                        Set.of(KeyScope.CHAT, KeyScope.MODELS),
                        new Limits(8, 60L, 90_000L),
                        Instant.parse("2026-03-31T16:00:00Z")));
        assertThat(app.<List<ApiKeys.Row>>transaction(tx -> tx.apiKeys().list("vision")))
                .containsExactly(row);
        assertThat(app.<List<ApiKeys.Row>>transaction(tx -> tx.apiKeys().list("speech")))
                .isEmpty();
    }

    @Test
    void a_revoked_key_is_out_of_the_view_for_good() {
        insertKey("app", "{}");
        assertThat(view().keysByHash()).containsOnlyKeys("hash-of-app");

        assertThat(revoke()).isTrue();
        assertThat(revoke()).isFalse();

        assertThat(view().keysByHash()).isEmpty();
        assertThat(app.transaction(tx -> tx.apiKeys().find("vision", "app")).orElseThrow())
                .matches(row ->
                        Declared.NOW.equals(row.revokedAt()) && row.stored().version() == 2);
    }

    @Test
    void an_endpoint_is_in_the_view_until_it_is_removed() {
        Endpoint endpoint = insertEndpoint();
        assertThat(view().endpoints()).containsExactly(endpoint);

        run(it -> it.heartbeat(ALLOCATION, Declared.NOW.plusSeconds(5)));
        assertThat(app.<List<Endpoints.Row>>transaction(tx -> tx.endpoints().live()))
                .containsExactly(new Endpoints.Row(endpoint, "chat", Declared.NOW, Declared.NOW.plusSeconds(5), null));

        run(it -> it.remove(ALLOCATION, Declared.NOW.plusSeconds(9)));
        run(it -> it.heartbeat(ALLOCATION, Declared.NOW.plusSeconds(10)));
        run(it -> it.remove(ALLOCATION, Declared.NOW.plusSeconds(11)));

        assertThat(view().endpoints()).isEmpty();
        assertThat(app.<List<Endpoints.Row>>transaction(tx -> tx.endpoints().find(Set.of(ALLOCATION))))
                .containsExactly(new Endpoints.Row(
                        endpoint, "chat", Declared.NOW, Declared.NOW.plusSeconds(5), Declared.NOW.plusSeconds(9)));
    }

    @Test
    void an_endpoint_is_added_once() {
        insertEndpoint();

        insertEndpoint();

        assertThat(database.ask("select count(*) from endpoint")).isEqualTo("1");
    }

    @Test
    void the_view_has_models_and_the_limits_of_tenants() {
        GatewayView view = view();

        assertThat(view.models())
                .containsExactly(new Model(Declared.MODEL, "vision", "chat", 8192, null, true, CallKind.GENERATING));
        assertThat(view.tenantLimits())
                .isEqualTo(Map.of("vision", Limits.concurrent(64), "speech", Limits.concurrent(64)));
    }

    @Test
    void the_revision_counts_up_with_every_change_of_the_view_and_not_with_a_heartbeat() {
        long revision = revision();
        insertKey("app", "{}");
        assertThat(revision()).isGreaterThan(revision);

        revision = revision();
        insertEndpoint();
        assertThat(revision()).isGreaterThan(revision);

        revision = revision();
        run(it -> it.heartbeat(ALLOCATION, Declared.NOW));
        assertThat(revision()).isEqualTo(revision);

        run(it -> it.remove(ALLOCATION, Declared.NOW));
        assertThat(revision()).isGreaterThan(revision);

        revision = revision();
        app.transaction(
                tx -> tx.declared().update(Kind.MODEL, Declared.MODEL, 1, Declared.json("{'contextTokens': 1}")));
        assertThat(revision()).isGreaterThan(revision);

        revision = revision();
        app.transaction(tx -> tx.declared().update(Kind.TENANT, Declared.VISION, 1, Declared.tenant()));
        assertThat(revision()).isGreaterThan(revision);

        revision = revision();
        revoke();
        assertThat(revision()).isGreaterThan(revision);
    }

    private GatewayView view() {
        return database.gateway().snapshot(tx -> tx.gatewayViews().load());
    }

    private long revision() {
        return database.gateway().<Long>transaction(tx -> tx.gatewayViews().revision());
    }

    private boolean insertKey(String name, String spec) {
        return app.transaction(tx -> tx.apiKeys()
                .insert(
                        KEY,
                        Declared.VISION,
                        name,
                        "sk-wf-abcdef",
                        "hash-of-" + name,
                        Declared.json(spec),
                        Declared.NOW));
    }

    private boolean revoke() {
        return app.transaction(tx -> tx.apiKeys().revoke(KEY, Declared.NOW));
    }

    private Endpoint insertEndpoint() {
        Endpoint endpoint = new Endpoint(
                ALLOCATION,
                "vision",
                "engine",
                Declared.MODEL,
                URI.create("http://127.0.0.1:41234"),
                EngineKind.VLLM,
                true,
                8,
                "wfe_secret");
        app.transaction(tx -> {
            if (tx.allocations().find(Set.of(ALLOCATION)).isEmpty()) {
                Workload workload = Declared.workload(app, new UUID(4, 3), "vision", "engine", Declared.NOW);
                tx.workloads().insert(workload, Declared.VISION, Declared.SPEC);
                tx.allocations().insert(Declared.allocation(ALLOCATION, workload), PlanType.RESERVED, 1, Declared.NOW);
            }
            tx.endpoints().insert(endpoint, Declared.NOW);
            return null;
        });
        return endpoint;
    }

    private void run(Consumer<Endpoints> work) {
        app.transaction(tx -> {
            work.accept(tx.endpoints());
            return null;
        });
    }
}
