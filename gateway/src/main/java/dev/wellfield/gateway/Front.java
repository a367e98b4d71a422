package dev.wellfield.gateway;

import dev.wellfield.core.serving.Allowances.Standing;
import dev.wellfield.core.serving.ApiKey;
import dev.wellfield.core.serving.KeyScope;
import dev.wellfield.core.serving.Model;
import dev.wellfield.gateway.wire.BodyReading;
import dev.wellfield.gateway.wire.CallBody;
import dev.wellfield.gateway.wire.CallBodyReader;
import dev.wellfield.gateway.wire.CallShape;
import dev.wellfield.gateway.wire.Json;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The paths of the gateway, and what each does with a request before it is one. Owned by one event loop. */
final class Front {
    private static final Logger LOG = LoggerFactory.getLogger(Front.class);
    private static final String MODELS = "/v1/models";

    private final Loop loop;
    private final Plane plane;
    private final Doorman doorman;
    private final RequestIds ids;

    Front(Loop loop) {
        this.loop = loop;
        this.plane = loop.plane();
        this.doorman = new Doorman(plane);
        this.ids = new RequestIds(plane.clock(), new SplittableRandom(new SecureRandom().nextLong()));
    }

    void handle(HttpServerRequest request) {
        long now = System.nanoTime();
        UUID id = ids.next();
        Reply reply = new Reply(request, id);
        String path = request.path() == null ? "" : request.path();
        guarded(reply, () -> {
            if (!isPreflight(reply)) {
                route(reply, id, path, now);
            }
        });
    }

    /** Pages of the console may call from a browser, which asks first. To other pages it is as if nobody had asked. */
    private boolean isPreflight(Reply reply) {
        HttpServerRequest request = reply.request();
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        if (origin == null || !plane.origins().allows(origin)) {
            return false;
        }
        reply.allowOrigin(origin);
        boolean asks = request.method().equals(HttpMethod.OPTIONS)
                && request.getHeader(HttpHeaders.ACCESS_CONTROL_REQUEST_METHOD) != null;
        if (asks) {
            reply.preflight();
        }
        return asks;
    }

    private void route(Reply reply, UUID id, String path, long now) {
        Optional<CallShape> shape = CallShape.at(path);
        if (shape.isPresent()) {
            KeyScope scope = shape.get().kind().scope();
            only(
                    HttpMethod.POST,
                    reply,
                    path,
                    () -> withKey(reply, scope, key -> call(reply, id, key, shape.get(), now)));
            return;
        }
        switch (path) {
            case MODELS ->
                only(HttpMethod.GET, reply, path, () -> withKey(reply, KeyScope.MODELS, key -> models(reply, key)));
            case "/healthz" ->
                only(HttpMethod.GET, reply, path, () -> reply.json(200, Json.write(Map.of("status", "ok"))));
            case "/readyz" -> only(HttpMethod.GET, reply, path, () -> ready(reply));
            default -> {
                if (path.startsWith(MODELS + "/")) {
                    String name = decoded(path.substring(MODELS.length() + 1));
                    only(
                            HttpMethod.GET,
                            reply,
                            path,
                            () -> withKey(reply, KeyScope.MODELS, key -> model(reply, key, name)));
                } else {
                    refuse(reply, OpenAiError.noPath(reply.request().method().name(), path));
                }
            }
        }
    }

    /** Names may have slashes in them, which clients send as they are or as %2F. */
    private static String decoded(String name) {
        try {
            return URLDecoder.decode(name.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return name;
        }
    }

    /** A bug in here costs one answer, not the connection. */
    private static void guarded(Reply reply, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            LOG.error("a request failed for a reason of our own", e);
            reply.error(OpenAiError.bug());
        }
    }

    private void only(HttpMethod method, Reply reply, String path, Runnable then) {
        HttpMethod asked = reply.request().method();
        if (asked.equals(method)) {
            then.run();
        } else {
            reply.allow(method.name());
            refuse(reply, OpenAiError.noMethod(asked.name(), path, method.name()));
        }
    }

    private void withKey(Reply reply, KeyScope scope, Consumer<ApiKey> then) {
        OpenAiError closed = doorman.closed();
        if (closed != null) {
            refuse(reply, closed);
            return;
        }
        String authorization = reply.request().getHeader("authorization");
        switch (doorman.identify(authorization, scope)) {
            case Doorman.Identity.Known(ApiKey key) -> then.accept(key);
            case Doorman.Identity.Unknown(OpenAiError error, boolean perhapsNew) -> {
                if (perhapsNew) {
                    askAgain(reply, authorization, scope, then);
                } else {
                    refuse(reply, error);
                }
            }
        }
    }

    /** A key that was made a moment ago works at once: the only request that waits for the database. */
    private void askAgain(Reply reply, @Nullable String authorization, KeyScope scope, Consumer<ApiKey> then) {
        reply.request().pause();
        plane.views()
                .whenAsked(() -> loop.execute(() -> guarded(reply, () -> {
                    reply.request().resume();
                    switch (doorman.identify(authorization, scope)) {
                        case Doorman.Identity.Known(ApiKey key) -> then.accept(key);
                        case Doorman.Identity.Unknown(OpenAiError error, boolean perhapsNew) -> refuse(reply, error);
                    }
                })));
    }

    private void call(Reply reply, UUID id, ApiKey key, CallShape shape, long beganNanos) {
        BodyCollector.collect(
                loop,
                reply.request(),
                plane.capacity().bodyBytes(),
                plane.timeouts().body().toNanos(),
                bytes -> guarded(reply, () -> read(reply, id, key, shape, bytes, beganNanos)),
                error -> refuse(reply, error));
    }

    private void read(Reply reply, UUID id, ApiKey key, CallShape shape, byte[] bytes, long beganNanos) {
        switch (CallBodyReader.read(bytes, shape, plane.capacity().choices())) {
            case BodyReading.Read(CallBody body) -> admit(reply, id, key, body, beganNanos);
            case BodyReading.Bad bad -> refuse(reply, OpenAiError.badBody(bad));
        }
    }

    private void admit(Reply reply, UUID id, ApiKey key, CallBody body, long beganNanos) {
        switch (doorman.admit(id, key, body, System.nanoTime())) {
            case Doorman.Entry.Admitted admitted -> {
                reply.standing(admitted.standing());
                new Exchange(loop, reply, admitted, body, beganNanos).start();
            }
            case Doorman.Entry.Refused(OpenAiError error, Standing standing) -> {
                reply.standing(standing);
                refuse(reply, error);
            }
        }
    }

    private void refuse(Reply reply, OpenAiError error) {
        plane.metrics().refused(error);
        reply.error(error);
    }

    private void models(Reply reply, ApiKey key) {
        List<ModelCard> cards =
                plane.views().current().models(key).stream().map(ModelCard::of).toList();
        reply.json(200, Json.write(new ModelList("list", cards)));
    }

    private void model(Reply reply, ApiKey key, String name) {
        Optional<Model> model = plane.views().current().model(key, name);
        if (model.isPresent()) {
            reply.json(200, Json.write(ModelCard.of(model.get())));
        } else {
            refuse(reply, OpenAiError.noModel(name));
        }
    }

    private void ready(Reply reply) {
        OpenAiError closed = doorman.closed();
        if (closed != null) {
            reply.error(closed);
            return;
        }
        Optional<String> journal = plane.journal().problem();
        if (journal.isPresent()) {
            reply.error(OpenAiError.unavailable(journal.get(), "journal_unavailable", 2));
        } else {
            reply.json(200, Json.write(Map.of("status", "ready")));
        }
    }

    private record ModelList(String object, List<ModelCard> data) {}

    private record ModelCard(String id, String object, long created, String owned_by) {
        static ModelCard of(Model model) {
            return new ModelCard(model.name(), "model", RequestIds.seconds(model.id()), model.owner());
        }
    }
}
