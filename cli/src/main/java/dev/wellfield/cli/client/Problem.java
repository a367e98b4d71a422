package dev.wellfield.cli.client;

import dev.wellfield.cli.show.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A refusal of the server (RFC 9457), or whatever else came instead of a good answer.
 *
 * @param violations with their fields as pointers into the request
 * @param usedBy what needs a thing that was to be deleted
 * @param overQuota whether nothing is wrong but that the quota forbids it
 */
public record Problem(
        int status,
        String code,
        String title,
        String detail,
        @Nullable String permission,
        List<Violation> violations,
        boolean overQuota,
        List<String> usedBy,
        @Nullable JsonNode explanation) {
    public Problem {
        violations = List.copyOf(violations);
        usedBy = List.copyOf(usedBy);
    }

    static Problem of(int status, byte[] body) {
        JsonNode json;
        try {
            json = Json.parse(body);
        } catch (JacksonException e) {
            json = Json.object();
        }
        List<Violation> violations = new ArrayList<>();
        boolean overQuota = !json.path("errors").isEmpty();
        for (JsonNode error : json.path("errors")) {
            overQuota &= Json.text(error, "/code").equals("OVER_QUOTA");
            violations.add(new Violation(
                    Json.text(error, "/pointer"), Json.textOrNull(error, "/value"), Json.text(error, "/expected")));
        }
        List<String> usedBy = new ArrayList<>();
        json.path("usedBy").forEach(it -> usedBy.add(it.asString("")));
        JsonNode explanation = json.get("explanation");
        return new Problem(
                status,
                Json.text(json, "/code"),
                Json.text(json, "/title"),
                detail(json),
                Json.textOrNull(json, "/permission"),
                violations,
                overQuota,
                usedBy,
                explanation);
    }

    /** Readiness is told by a reason alone. */
    private static String detail(JsonNode json) {
        String reason = Json.text(json, "/reason");
        return reason.isEmpty() ? Json.text(json, "/detail") : "The server isn't ready: " + reason + ".";
    }

    /** With the fields of its violations as {@code fields} names them. */
    public Failure failure(String server, FieldNames fields) {
        List<String> lines = new ArrayList<>();
        violations.forEach(it -> lines.add(new Violation(fields.of(it.field()), it.value(), it.expected()).sentence()));
        if (usedBy.size() > 1) {
            lines.addAll(usedBy);
        }
        return new Failure(exitCode(), sentence(), lines, nextStep(server), status == 412);
    }

    private ExitCode exitCode() {
        if (overQuota) {
            return ExitCode.REFUSED;
        }
        return switch (status) {
            case 401, 403 -> ExitCode.NOT_PERMITTED;
            case 404, 410 -> ExitCode.NOT_FOUND;
            case 422 -> ExitCode.REFUSED;
            case 408, 429, 502, 503, 504 -> ExitCode.UNREACHABLE;
            default -> ExitCode.FAILED;
        };
    }

    private String sentence() {
        if (overQuota) {
            return "The quota doesn't allow it.";
        }
        if (!detail.isEmpty()) {
            return detail;
        }
        if (!title.isEmpty()) {
            return title + ".";
        }
        if (status == 401) {
            return "The server doesn't accept the token: it is unknown, expired or revoked.";
        }
        return "The server answered with status " + status + " and said nothing more.";
    }

    private @Nullable String nextStep(String server) {
        if (overQuota) {
            return "`wellfield quota get` shows what it allows.";
        }
        return switch (status) {
            case 401 -> "Sign in again: wellfield login --server " + server;
            case 403 ->
                permission == null
                        ? null
                        : "Ask whoever gives out roles for one with " + permission
                                + "; `wellfield whoami` shows yours.";
            case 412 -> "Read it again, then repeat the change.";
            case 429, 503 -> "Try again in a few seconds.";
            case 500 -> "The server's log says more.";
            default -> null;
        };
    }
}
