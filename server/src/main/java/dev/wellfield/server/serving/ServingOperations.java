package dev.wellfield.server.serving;

import dev.wellfield.core.serving.Model;
import dev.wellfield.core.serving.Secret;
import dev.wellfield.core.tenancy.Grants.Visible;
import dev.wellfield.core.tenancy.Permission;
import dev.wellfield.server.resources.ResourceJson;
import dev.wellfield.server.rest.Call;
import dev.wellfield.server.rest.FieldError;
import dev.wellfield.server.rest.OperationHandler;
import dev.wellfield.server.rest.Problem;
import dev.wellfield.server.rest.Reply;
import dev.wellfield.server.workloads.Idempotency;
import dev.wellfield.store.ApiKeys;
import dev.wellfield.store.Database;
import dev.wellfield.store.Endpoints;
import dev.wellfield.store.Event;
import dev.wellfield.store.Json;
import dev.wellfield.store.Kind;
import dev.wellfield.store.ModelSpecs;
import dev.wellfield.store.Stored;
import dev.wellfield.store.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Models, the engines that serve them, and the keys that call them. */
public final class ServingOperations {
    /** An engine that hasn't answered for so long isn't ready. */
    private static final Duration HEARTBEAT_LIFE = Duration.ofSeconds(10);

    private final Database database;
    private final InstantSource clock;
    private final Supplier<UUID> ids;
    private final RandomGenerator random;

    public ServingOperations(Database database, InstantSource clock, Supplier<UUID> ids, RandomGenerator random) {
        this.database = database;
        this.clock = clock;
        this.ids = ids;
        this.random = random;
    }

    public Map<String, OperationHandler> operations() {
        return Map.of(
                "listModels", this::listModels,
                "listEndpoints", this::listEndpoints,
                "listKeys", this::listKeys,
                "createKey", this::createKey,
                "revokeKey", this::revokeKey);
    }

    private static Reply items(List<ObjectNode> items) {
        ObjectNode json = Json.object();
        ArrayNode array = json.putArray("items");
        items.forEach(array::add);
        return Reply.ok(json);
    }

    private Reply listModels(Call call) {
        Visible visible = call.caller().grants().visible(Permission.MODELS_READ);
        Instant now = clock.instant();
        return database.snapshot(tx -> {
            List<Endpoints.Row> endpoints = tx.endpoints().live();
            return items(tx.declared().list(Kind.MODEL, null).stream()
                    .filter(stored -> shows(visible, ModelSpecs.model(stored)))
                    .map(stored -> model(stored, endpoints, now))
                    .toList());
        });
    }

    private static boolean shows(Visible visible, Model model) {
        return model.published() || visible.shows(model.owner());
    }

    private static ObjectNode model(Stored stored, List<Endpoints.Row> endpoints, Instant now) {
        List<Endpoints.Row> own = endpoints.stream()
                .filter(row -> row.endpoint().modelId().equals(stored.id()))
                .toList();
        ObjectNode json = ResourceJson.of(Kind.MODEL, stored);
        json.putObject("status")
                .put("endpoints", own.size())
                .put(
                        "readyEndpoints",
                        own.stream().filter(row -> ready(row, now)).count())
                .put("simulated", own.stream().anyMatch(row -> row.endpoint().simulated()));
        return json;
    }

    private static boolean ready(Endpoints.Row row, Instant now) {
        return row.heartbeatAt() != null
                && Duration.between(row.heartbeatAt(), now).compareTo(HEARTBEAT_LIFE) < 0;
    }

    private Reply listEndpoints(Call call) {
        Visible visible = call.caller().grants().visible(Permission.MODELS_READ);
        Instant now = clock.instant();
        return items(database.transaction(tx -> tx.endpoints().live()).stream()
                .filter(row -> visible.shows(row.endpoint().tenant()))
                .map(row -> endpoint(row, now))
                .toList());
    }

    private static ObjectNode endpoint(Endpoints.Row row, Instant now) {
        ObjectNode json = Json.object()
                .put("model", row.model())
                .put("tenant", row.endpoint().tenant())
                .put("workload", row.endpoint().workload())
                .put("url", row.endpoint().url().toString())
                .put("engine", row.endpoint().engine().name())
                .put("ready", ready(row, now))
                .put("simulated", row.endpoint().simulated())
                .put("since", row.createdAt().toString());
        if (row.heartbeatAt() != null) {
            json.put("heartbeatAt", row.heartbeatAt().toString());
        }
        return json;
    }

    private Reply listKeys(Call call) {
        String tenant = call.path("tenant");
        Instant now = clock.instant();
        return items(database.transaction(tx -> tx.apiKeys().list(tenant)).stream()
                .map(row -> key(row, now))
                .toList());
    }

    private static ObjectNode key(ApiKeys.Row row, Instant now) {
        ObjectNode json = ResourceJson.of(Kind.API_KEY, row.stored());
        String expiresAt = Json.text(row.stored().spec(), "expiresAt");
        boolean expired = expiresAt != null
                && !OffsetDateTime.parse(expiresAt).toInstant().isAfter(now);
        ObjectNode status =
                json.putObject("status").put("prefix", row.prefix()).put("active", row.revokedAt() == null && !expired);
        if (row.revokedAt() != null) {
            status.put("revokedAt", row.revokedAt().toString());
        }
        return json;
    }

    /** A repeated request gets the key again, but not its secret, which nobody has any more. */
    private Reply createKey(Call call) {
        Instant now = clock.instant();
        Secret secret = Secret.generate("sk-wf-", random);
        Reply.Json reply =
                database.transaction(tx -> Idempotency.once(tx, call, now, () -> insertKey(tx, call, secret, now)));
        ObjectNode json = Json.object();
        json.set("key", reply.body());
        json.put("secret", reply.headers().containsKey("Idempotency-Replayed") ? "" : secret.text());
        return new Reply.Json(reply.status(), json, reply.headers());
    }

    private Reply.Json insertKey(Transaction tx, Call call, Secret secret, Instant now) {
        String tenant = call.path("tenant");
        String name = call.body().get("name").asString();
        JsonNode spec = call.body().has("spec") ? call.body().get("spec") : Json.object();
        String expiresAt = Json.text(spec, "expiresAt");
        if (expiresAt != null && !OffsetDateTime.parse(expiresAt).toInstant().isAfter(now)) {
            throw Problem.invalid(FieldError.of("/spec/expiresAt", expiresAt, "an instant in the future"))
                    .exception();
        }
        tx.declared().lockToUse();
        Stored owner = tx.declared()
                .find(Kind.TENANT, null, tenant)
                .orElseThrow(() -> Problem.notFound("tenant", tenant).exception());
        if (!tx.apiKeys().insert(ids.get(), owner.id(), name, secret.prefix(), secret.hash(), spec, now)) {
            throw Problem.conflict("name-taken", "Tenant " + tenant + " has a key named " + name + " already.")
                    .exception();
        }
        tx.events()
                .append(Event.of(now, call.caller().principal(), tenant, "api-key/" + name, "api-key.created", spec)
                        .withVersion(1));
        return Reply.created(key(tx.apiKeys().find(tenant, name).orElseThrow(), now));
    }

    private Reply revokeKey(Call call) {
        String tenant = call.path("tenant");
        String name = call.path("key");
        Instant now = clock.instant();
        database.transaction(tx -> {
            ApiKeys.Row row = tx.apiKeys()
                    .find(tenant, name)
                    .orElseThrow(
                            () -> Problem.notFound("key", tenant + "/" + name).exception());
            if (tx.apiKeys().revoke(row.stored().id(), now)) {
                tx.events()
                        .append(Event.of(
                                        now,
                                        call.caller().principal(),
                                        tenant,
                                        "api-key/" + name,
                                        "api-key.revoked",
                                        null)
                                .withVersion(row.stored().version() + 1));
            }
            return null;
        });
        return Reply.noContent();
    }
}
