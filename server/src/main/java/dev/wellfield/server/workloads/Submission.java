package dev.wellfield.server.workloads;

import dev.wellfield.core.pool.CardModel;
import dev.wellfield.core.pool.Catalogue;
import dev.wellfield.core.pool.Node;
import dev.wellfield.core.scheduling.Ask;
import dev.wellfield.core.scheduling.AskCheck;
import dev.wellfield.core.scheduling.ReservedEnvironment;
import dev.wellfield.core.scheduling.Workload;
import dev.wellfield.core.scheduling.WorkloadSpec;
import dev.wellfield.core.scheduling.WorkloadState;
import dev.wellfield.core.tenancy.Quota;
import dev.wellfield.server.rest.Call;
import dev.wellfield.server.rest.FieldError;
import dev.wellfield.server.rest.Problem;
import dev.wellfield.server.rest.Reply;
import dev.wellfield.store.Database;
import dev.wellfield.store.Event;
import dev.wellfield.store.Json;
import dev.wellfield.store.Kind;
import dev.wellfield.store.Stored;
import dev.wellfield.store.Transaction;
import dev.wellfield.store.WorkloadSpecs;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Takes a workload in: what can never be right is refused here with all its reasons, everything else is for the controller
 * to decide. It is accepted when its row is committed.
 */
final class Submission {
    private static final String LETTERS = "abcdefghjkmnpqrstvwxyz23456789";
    /** Linux's limit on one argument or variable, less its terminating zero. */
    private static final int LONGEST_TEXT = 128 * 1024 - 1;

    /** Below Linux's limit on all of them together, with room for what Wellfield adds. */
    private static final int MOST_TEXT = 960 * 1024;

    private static final int SUFFIX_LENGTH = 5;

    private final Database database;
    private final InstantSource clock;
    private final Supplier<UUID> ids;
    private final RandomGenerator random;
    private final Runnable wake;

    /** @param wake tells the decision thread that there is something to decide */
    Submission(Database database, InstantSource clock, Supplier<UUID> ids, RandomGenerator random, Runnable wake) {
        this.database = database;
        this.clock = clock;
        this.ids = ids;
        this.random = random;
        this.wake = wake;
    }

    Reply handle(Call call) {
        Instant now = clock.instant();
        Reply.Json reply = database.transaction(tx -> Idempotency.once(tx, call, now, () -> insert(tx, call, now)));
        wake.run();
        String name = reply.body().get("metadata").get("name").asString();
        return reply.withVersion(reply.body().get("metadata").get("version").asLong())
                .with("Location", "/api/v1/tenants/" + call.path("tenant") + "/workloads/" + name);
    }

    private Reply.Json insert(Transaction tx, Call call, Instant now) {
        String tenant = call.path("tenant");
        JsonNode body = call.body();
        tx.declared().lockToUse();
        Stored owner = tx.declared()
                .find(Kind.TENANT, null, tenant)
                .orElseThrow(() -> Problem.notFound("tenant", tenant).exception());
        String named = Json.text(body.path("metadata"), "tenant");
        if (named != null && !named.equals(tenant)) {
            throw Problem.invalid(FieldError.of("/metadata/tenant", named, "\"" + tenant + "\", as in the path"))
                    .exception();
        }
        WorkloadSpec spec = WorkloadSpecs.spec(body.get("spec"));
        List<FieldError> errors = new ArrayList<>();
        command(spec, errors);
        environment(spec, errors);
        together(spec, errors);
        model(tx, tenant, spec, errors);
        Ask ask = ask(tx, tenant, spec, errors);
        if (!errors.isEmpty() || ask == null) {
            throw Problem.invalid(errors).exception();
        }
        Workload workload = new Workload(
                ids.get(),
                tenant,
                name(body, spec),
                spec,
                ask,
                call.caller().principal(),
                now,
                new WorkloadState.Queued());
        if (!tx.workloads().insert(workload, owner.id(), body.get("spec"))) {
            throw Problem.conflict(
                            "name-taken",
                            "Tenant " + tenant + " has a workload named " + workload.name()
                                    + " already. Choose another name, leave it out to be given one, or delete the one that has ended.")
                    .exception();
        }
        tx.events()
                .append(Event.of(
                                now,
                                call.caller().principal(),
                                tenant,
                                "workload/" + workload.name(),
                                "workload.submitted",
                                Json.object().put("id", workload.id().toString()))
                        .withVersion(1));
        return Reply.created(
                WorkloadJson.of(tx, List.of(tx.workloads().find(workload.id()).orElseThrow()))
                        .getFirst());
    }

    private static void command(WorkloadSpec spec, List<FieldError> errors) {
        String program = spec.command().getFirst();
        if (program.isBlank() || program.startsWith("-")) {
            errors.add(FieldError.of("/spec/command/0", program, "the program to run"));
        }
        for (int i = 0; i < spec.command().size(); i++) {
            text("/spec/command/" + i, "", spec.command().get(i), errors);
        }
    }

    /** What the system passes to a program: no NUL, and not too long. */
    private static void text(String pointer, String prefix, String value, List<FieldError> errors) {
        if (value.indexOf('\0') >= 0) {
            errors.add(FieldError.missing(pointer, "text without a NUL character"));
        } else if (bytes(prefix + value) > LONGEST_TEXT) {
            errors.add(FieldError.of(
                    pointer,
                    bytes(value) + " bytes",
                    "at most " + (LONGEST_TEXT - bytes(prefix)) + " bytes, what the system passes to a program"));
        }
    }

    private static void together(WorkloadSpec spec, List<FieldError> errors) {
        long command = spec.command().stream().mapToLong(it -> bytes(it) + 1).sum();
        long environment = spec.environment().entrySet().stream()
                .mapToLong(it -> bytes(it.getKey()) + bytes(it.getValue()) + 2)
                .sum();
        if (command + environment > MOST_TEXT) {
            errors.add(FieldError.of(
                    command > environment ? "/spec/command" : "/spec/environment",
                    (command + environment) + " bytes of command and environment together",
                    "at most " + MOST_TEXT + " bytes, what the system passes to a program"));
        }
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static void environment(WorkloadSpec spec, List<FieldError> errors) {
        spec.environment().forEach((name, value) -> {
            if (!ReservedEnvironment.allowed(name)) {
                errors.add(FieldError.missing(
                        "/spec/environment/" + name,
                        "a variable that Wellfield doesn't set itself; " + name + " is one"));
            } else {
                text("/spec/environment/" + name, name + "=", value, errors);
            }
        });
    }

    private static void model(Transaction tx, String tenant, WorkloadSpec spec, List<FieldError> errors) {
        WorkloadSpec.Serves serves = spec.serves();
        if (serves != null
                && tx.declared().find(Kind.MODEL, tenant, serves.model()).isEmpty()) {
            String known = tx.declared().list(Kind.MODEL, tenant).stream()
                    .map(Stored::name)
                    .collect(Collectors.joining(", "));
            errors.add(FieldError.of(
                    "/spec/serves/model",
                    serves.model(),
                    known.isEmpty()
                            ? "a model of tenant " + tenant + "; it has none yet"
                            : "a model of tenant " + tenant + ": " + known));
        }
    }

    private static @Nullable Ask ask(Transaction tx, String tenant, WorkloadSpec spec, List<FieldError> errors) {
        List<Quota> quotas = tx.quotas().current(tenant);
        Quota quota = quota(quotas, spec.pool());
        if (quota == null) {
            String known = quotas.stream().map(Quota::pool).collect(Collectors.joining(", "));
            errors.add(
                    spec.pool() == null
                            ? FieldError.missing(
                                    "/spec/pool",
                                    known.isEmpty()
                                            ? "a pool; tenant " + tenant + " has no quota in any yet"
                                            : "one of the pools in which " + tenant + " has a quota: " + known)
                            : FieldError.of(
                                    "/spec/pool",
                                    spec.pool(),
                                    known.isEmpty()
                                            ? "a pool in which " + tenant + " has a quota; it has none yet"
                                            : "one of the pools in which " + tenant + " has a quota: " + known));
            return null;
        }
        CardModel model = Catalogue.find(tx.declared()
                        .find(Kind.POOL, null, quota.pool())
                        .orElseThrow()
                        .spec()
                        .get("cardModel")
                        .asString())
                .orElseThrow();
        List<Node> nodes = tx.declared().resources(false).nodes().stream()
                .filter(node -> node.cardsOf(quota.pool()) > 0)
                .toList();
        return switch (AskCheck.check(tenant, spec, quota, model, nodes)) {
            case AskCheck.Result.Valid valid -> valid.ask();
            case AskCheck.Result.Invalid invalid -> {
                invalid.violations().forEach(it -> errors.add(FieldError.of(it)));
                yield null;
            }
        };
    }

    private static @Nullable Quota quota(List<Quota> quotas, @Nullable String pool) {
        if (pool == null) {
            return quotas.size() == 1 ? quotas.getFirst() : null;
        }
        return quotas.stream().filter(it -> it.pool().equals(pool)).findFirst().orElse(null);
    }

    /** The name given, or one made of the type and some letters. */
    private String name(JsonNode body, WorkloadSpec spec) {
        String given = Json.text(body.path("metadata"), "name");
        if (given != null) {
            return given;
        }
        StringBuilder name = new StringBuilder(spec.type().name().toLowerCase(Locale.ROOT)).append('-');
        for (int i = 0; i < SUFFIX_LENGTH; i++) {
            name.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return name.toString();
    }
}
