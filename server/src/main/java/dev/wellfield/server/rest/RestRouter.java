package dev.wellfield.server.rest;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Mounts every operation of a contract on a route, and the console beside them. */
final class RestRouter {
    static final String REQUEST_ID = "x-request-id";
    private static final List<String> RESERVED = List.of("/api", "/v1", "/metrics", "/healthz", "/readyz");

    private final Desk desk;
    private final Console console;

    private RestRouter(Desk desk, Console console) {
        this.desk = desk;
        this.console = console;
    }

    /** A router for all operations of {@code contract}. */
    static Router of(Vertx vertx, Contract contract, Desk desk, Console console) {
        RestRouter mounted = new RestRouter(desk, console);
        Router router = Router.router(vertx);
        Map<String, Map<String, Operation>> byPath = new LinkedHashMap<>();
        for (Operation operation : contract.operations()) {
            byPath.computeIfAbsent(operation.path(), it -> new LinkedHashMap<>())
                    .put(operation.method(), operation);
        }
        byPath.forEach((path, methods) -> {
            List<String> names = methods.values().iterator().next().parameters().stream()
                    .filter(it -> it.place() == Parameter.Place.PATH)
                    .map(Parameter::name)
                    .toList();
            router.route(path.replace("{", ":").replace("}", "")).handler(it -> mounted.serve(it, methods, names));
        });
        router.route().handler(mounted::serveRest);
        router.route().failureHandler(RestRouter::fail);
        return router;
    }

    /** Names handlers that are missing and handlers that the contract doesn't know. */
    static void checkComplete(Contract contract, Set<String> handlers) {
        Set<String> missing = new TreeSet<>(contract.operationIds());
        missing.removeAll(handlers);
        Set<String> surplus = new TreeSet<>(handlers);
        surplus.removeAll(contract.operationIds());
        List<String> wrong = new ArrayList<>();
        if (!missing.isEmpty()) {
            wrong.add("operations without a handler: " + String.join(", ", missing));
        }
        if (!surplus.isEmpty()) {
            wrong.add("handlers without an operation: " + String.join(", ", surplus));
        }
        if (!wrong.isEmpty()) {
            throw new ContractError("paths", String.join("; ", wrong));
        }
    }

    private void serve(RoutingContext routing, Map<String, Operation> methods, List<String> names) {
        HttpServerRequest request = routing.request();
        String method = request.method().name();
        Operation operation = methods.get(method.equals("HEAD") ? "GET" : method);
        if (operation == null) {
            refuseMethod(request, allowed(methods.keySet()));
            return;
        }
        if (!desk.inFlight().tryRequest()) {
            Responses.send(request, InFlight.full("requests"));
            return;
        }
        Context context = routing.vertx().getOrCreateContext();
        RequestHead head = head(routing, method, names);
        desk.begin(new Exchange(desk, operation, head, request, context));
    }

    private static RequestHead head(RoutingContext routing, String method, List<String> names) {
        HttpServerRequest request = routing.request();
        Map<String, String> path = names.stream().collect(Collectors.toMap(it -> it, it -> routing.pathParam(it)));
        List<String> cookies = SessionCookie.in(request.headers().getAll("Cookie"));
        return new RequestHead(
                Objects.requireNonNull(request.response().headers().get(REQUEST_ID)),
                method,
                path,
                request.query(),
                request.headers(),
                cookies,
                request.remoteAddress().hostAddress());
    }

    private static String allowed(Set<String> methods) {
        Set<String> allowed = new TreeSet<>(methods);
        allowed.add("OPTIONS");
        if (allowed.contains("GET")) {
            allowed.add("HEAD");
        }
        return String.join(", ", allowed);
    }

    private static void refuseMethod(HttpServerRequest request, String allow) {
        if (request.method().name().equals("OPTIONS")) {
            Responses.send(request, Answer.of(Reply.noContent().with("Allow", allow), false));
            return;
        }
        Responses.send(
                request,
                Problem.of(
                                405,
                                "method-not-allowed",
                                "No such method here",
                                "This path knows " + allow + ", not "
                                        + Shown.shortened(request.method().name()) + ".")
                        .withHeader("Allow", allow));
    }

    private void serveRest(RoutingContext routing) {
        HttpServerRequest request = routing.request();
        String path = routing.normalizedPath();
        boolean reserved = RESERVED.stream().anyMatch(it -> path.equals(it) || path.startsWith(it + "/"));
        if (reserved) {
            Responses.send(request, Problem.notFound("resource", path));
        } else if (request.method().name().matches("GET|HEAD")) {
            console.serve(request, path);
        } else {
            refuseMethod(request, "GET, HEAD, OPTIONS");
        }
    }

    private static void fail(RoutingContext routing) {
        if (routing.response().ended()) {
            return;
        }
        int status = routing.statusCode() >= 400 && routing.statusCode() < 500 ? routing.statusCode() : 400;
        Responses.send(routing.request(), malformed(status));
    }

    static Problem malformed(int status) {
        return Problem.of(
                status,
                "malformed",
                "The request can't be read",
                "It is not HTTP as it should be, or its path or headers are malformed or too long.");
    }
}
