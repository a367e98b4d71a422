package dev.wellfield.app.reference;

import static dev.wellfield.app.reference.Markdown.code;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Every operation of the REST contract, by tag, and every code of an error. */
public final class RestPage {
    private static final Pattern CODE = Pattern.compile(
            "Problem\\.(?:of|conflict|unavailable|refused)\\(\\s*(?:[a-z]+,|[0-9]+,)?\\s*\"([a-z-]+)\"");
    private static final Pattern OWN_CODE = Pattern.compile("return of\\(\\s*[0-9]+,\\s*\"([a-z-]+)\"");

    /** By code: the status and when it comes. */
    private static final Map<String, List<String>> CODES = Map.ofEntries(
            Map.entry("broken-json", List.of("400", "The body isn't JSON, or a key is there twice.")),
            Map.entry("invalid", List.of("400", "Values are wrong; `errors` names every one of them.")),
            Map.entry("malformed", List.of("400, 414, 431", "The request itself can't be read, or is too long.")),
            Map.entry("unauthorized", List.of("401", "No token, or one that is unknown, expired or revoked.")),
            Map.entry("csrf", List.of("403", "A console session's change without its `X-CSRF-Token`.")),
            Map.entry("permission-missing", List.of("403", "`permission` names what is missing.")),
            Map.entry("token-limited", List.of("403", "A token with scopes changes no password.")),
            Map.entry("not-found", List.of("404", "It isn't there, or it isn't yours to see.")),
            Map.entry("method-not-allowed", List.of("405", "The path is there, the method isn't.")),
            Map.entry("not-acceptable", List.of("406", "The answer has no form that `Accept` takes.")),
            Map.entry("in-use", List.of("409", "It can't be deleted: `usedBy` says what still needs it.")),
            Map.entry("invitation-ended", List.of("409", "The invitation was accepted, revoked or has expired.")),
            Map.entry("invitation-of-another", List.of("409", "You are signed in as somebody else than was invited.")),
            Map.entry("last-operator", List.of("409", "The platform would be without an operator.")),
            Map.entry("password-changed", List.of("409", "The password was changed meanwhile: sign in again.")),
            Map.entry("user-disabled", List.of("409", "The user may not sign in.")),
            Map.entry("user-exists", List.of("409", "There is such a user: sign in, then accept the invitation.")),
            Map.entry("name-taken", List.of("409", "There is one of that name already.")),
            Map.entry("not-firing", List.of("409", "The alert doesn't fire, so there is nothing to acknowledge.")),
            Map.entry("log-removed", List.of("410", "The log was kept for its days and is gone.")),
            Map.entry("version-stale", List.of("412", "Somebody changed it meanwhile; `ETag` has the version now.")),
            Map.entry("body-too-large", List.of("413", "The body has too many bytes or too many values.")),
            Map.entry("unsupported-media-type", List.of("415", "The body isn't `application/json`.")),
            Map.entry(
                    "host",
                    List.of("421", "The `Host` is none of this server's names; see `names` in the configuration.")),
            Map.entry(
                    "idempotency-key-reused", List.of("422", "The key was used for another request within 24 hours.")),
            Map.entry(
                    "too-many-attempts",
                    List.of("429", "Too many wrong passwords; `Retry-After` says how long to wait.")),
            Map.entry("internal", List.of("500", "A fault of the server; its log has the request's id.")),
            Map.entry("busy", List.of("503", "Too many passwords are being checked at a time.")),
            Map.entry("deadline", List.of("503", "It took too long and was given up; look before you try again.")),
            Map.entry("draining", List.of("503", "The server is about to stop.")),
            Map.entry("overloaded", List.of("503", "Too many requests at a time.")),
            Map.entry("unavailable", List.of("503", "The database is away.")));

    private final Contract contract = new Contract();
    private final Markdown page =
            Markdown.page("REST API", "server/src/main/resources/openapi.yaml and the server's error codes", """
            The contract is [openapi.yaml](../../server/src/main/resources/openapi.yaml); the server checks every request
            and its tests check every answer against it. Here are its operations by subject. Send a token as
            `Authorization: Bearer wft_…`. *Scope* is where the permission is looked for: in the `tenant` of the path (a
            foreign one answers 404), on the `platform`, or `visible`: in at least one tenant, and the answer shows only
            those. `self` is anybody who is signed in, `public` is anybody.

            Bodies are JSON. A change that carries `If-Match` happens only to that version; a submission or new key that
            carries `Idempotency-Key` can be repeated for 24 hours and happens once. Kinds and their fields:
            [resources.md](resources.md).
            """);

    private RestPage() {}

    public static String of() {
        RestPage rest = new RestPage();
        rest.contract.root().path("tags").forEach(rest::tag);
        rest.codes();
        return rest.page.toString();
    }

    private void tag(JsonNode tag) {
        String name = tag.path("name").asString();
        page.heading(2, name).paragraph(tag.path("description").asString() + ".");
        contract.root()
                .path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().forEach(method -> {
                    JsonNode operation = method.getValue();
                    if (operation.path("tags").path(0).asString("").equals(name)) {
                        operation(
                                method.getKey(), path.getKey(), path.getValue().path("parameters"), operation);
                    }
                }));
    }

    private void operation(String method, String path, JsonNode shared, JsonNode operation) {
        page.heading(3, operation.path("operationId").asString());
        String permission = operation.path("x-permission").asString();
        page.paragraph("`" + method.toUpperCase(java.util.Locale.ROOT) + " " + path + "`: "
                + operation.path("summary").asString() + ".");
        page.paragraph("Permission " + (permission.equals("none") ? "none" : code(permission)) + ", scope "
                + code(operation.path("x-scope").asString()) + "." + body(operation) + answers(operation));
        List<List<String>> rows = new ArrayList<>();
        shared.forEach(parameter -> rows.add(parameter(parameter)));
        operation.path("parameters").forEach(parameter -> rows.add(parameter(parameter)));
        if (!rows.isEmpty()) {
            page.table(List.of("parameter", "in", "type", "meaning"), rows);
        }
    }

    private List<String> parameter(JsonNode node) {
        JsonNode parameter = contract.resolved(node);
        JsonNode schema = parameter.path("schema");
        String meaning = contract.meaning(parameter);
        String standard = contract.resolved(schema).path("default").asString("");
        return List.of(
                code(parameter.path("name").asString()),
                parameter.path("in").asString() + (parameter.path("required").asBoolean(false) ? ", required" : ""),
                contract.type(schema) + (standard.isEmpty() ? "" : "; default " + standard),
                meaning.isEmpty() ? contract.meaning(schema) : meaning);
    }

    private static String body(JsonNode operation) {
        JsonNode content = operation.path("requestBody").path("content").path("application/json");
        return content.isMissingNode() ? "" : " Body `" + Contract.referred(content.path("schema")) + "`.";
    }

    private static String answers(JsonNode operation) {
        StringBuilder answers = new StringBuilder();
        operation.path("responses").properties().forEach(answer -> {
            if (!answer.getKey().equals("default")) {
                answers.append(answers.isEmpty() ? " Answers " : ", ").append(answer.getKey());
                answer.getValue().path("content").properties().forEach(content -> {
                    String schema = Contract.referred(content.getValue().path("schema"));
                    answers.append(' ').append(code(schema.isEmpty() ? content.getKey() : schema));
                });
            }
        });
        return answers.append('.').toString();
    }

    private void codes() {
        TreeSet<String> known = new TreeSet<>(Sources.find(CODE, "server/src/main/java"));
        known.addAll(Sources.find(OWN_CODE, "server/src/main/java/dev/wellfield/server/rest"));
        if (!known.equals(CODES.keySet())) {
            throw new AssertionError("RestPage.CODES must explain exactly these codes: " + known);
        }
        page.heading(2, "Errors").paragraph("""
                Every error is an RFC 9457 document (`application/problem+json`) with `type`, `title`, `status`, `code` and
                `detail`. The code is stable. The gateway's errors are OpenAI's instead:
                [serving.md](../guides/serving.md).
                """.strip());
        page.table(
                List.of("code", "status", "when"),
                CODES.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(it -> List.of(
                                code(it.getKey()),
                                it.getValue().getFirst(),
                                it.getValue().getLast()))
                        .toList());
    }
}
