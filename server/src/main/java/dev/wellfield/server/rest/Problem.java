package dev.wellfield.server.rest;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * An RFC 9457 problem document: an expected refusal.
 *
 * @param code stable, for programs: {@code not-found}; the document's type is made from it
 * @param title the same for every problem of this code
 * @param detail what happened here and what to do, one or two sentences
 * @param errors every violation, where the problem is an invalid request
 * @param extensions further members of the document, e.g. {@code permission} or {@code explanation}
 * @param headers sent with the answer
 */
public record Problem(
        int status,
        String code,
        String title,
        String detail,
        List<FieldError> errors,
        Map<String, JsonNode> extensions,
        Map<String, String> headers) {
    private static final String TYPE = "urn:wellfield:problem:";

    public Problem {
        if (status < 400 || status > 599) {
            throw new IllegalArgumentException("status (" + status + ") must be from 400 to 599");
        }
        errors = List.copyOf(errors);
        extensions = Map.copyOf(extensions);
        headers = Map.copyOf(headers);
    }

    /** A problem with neither errors nor extensions nor headers. */
    public static Problem of(int status, String code, String title, String detail) {
        return new Problem(status, code, title, detail, List.of(), Map.of(), Map.of());
    }

    /** What doesn't exist and what is foreign look the same. */
    public static Problem notFound(String kind, String name) {
        return of(
                404,
                "not-found",
                "Not found",
                "There is no " + kind + " \"" + Shown.shortened(name) + "\" that you may see.");
    }

    /** Every violation of a request, at least one. */
    public static Problem invalid(List<FieldError> errors) {
        String detail = errors.size() == 1 ? "One value is wrong." : errors.size() + " values are wrong.";
        return of(400, "invalid", "The request is not valid", detail).withErrors(errors);
    }

    public static Problem invalid(FieldError... errors) {
        return invalid(List.of(errors));
    }

    /** The request contradicts what is there: 409. */
    public static Problem conflict(String code, String detail) {
        return of(409, code, "In conflict with what is there", detail);
    }

    /** The request is well-formed and permitted, but the rules refuse it: 422. */
    public static Problem refused(String code, String detail) {
        return of(422, code, "Refused", detail);
    }

    /** The caller's own, but {@code permission} (its wire name) is missing. */
    public static Problem forbidden(String permission) {
        return of(
                        403,
                        "permission-missing",
                        "Not permitted",
                        "This needs the permission " + permission + ", which none of your roles here gives you.")
                .with("permission", StringNode.valueOf(permission));
    }

    public static Problem unauthorized(String detail) {
        return of(401, "unauthorized", "Sign in first", detail)
                .withHeader("WWW-Authenticate", "Bearer realm=\"wellfield\"");
    }

    /** A change that was made from another version than {@code current}. */
    public static Problem preconditionFailed(String kind, String name, long current) {
        return of(
                        412,
                        "version-stale",
                        "Changed meanwhile",
                        "The " + kind + " \"" + name + "\" has version " + current
                                + " now. Read it again, redo your change and send the new version.")
                .withHeader("ETag", Version.quoted(current));
    }

    /** Something is away or full for now. */
    public static Problem unavailable(String code, String detail, int retryAfterSeconds) {
        return of(503, code, "Not possible right now", detail)
                .withHeader("Retry-After", Integer.toString(retryAfterSeconds));
    }

    public Problem withErrors(List<FieldError> more) {
        return new Problem(status, code, title, detail, more, extensions, headers);
    }

    /** The same with one more member. */
    public Problem with(String member, JsonNode value) {
        Map<String, JsonNode> all = new TreeMap<>(extensions);
        all.put(member, value);
        return new Problem(status, code, title, detail, errors, all, headers);
    }

    public Problem withHeader(String name, String value) {
        Map<String, String> all = new TreeMap<>(headers);
        all.put(name, value);
        return new Problem(status, code, title, detail, errors, extensions, all);
    }

    public ProblemException exception() {
        return new ProblemException(this);
    }

    /** The document. */
    public ObjectNode toJson() {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("type", TYPE + code)
                .put("title", title)
                .put("status", status)
                .put("code", code)
                .put("detail", detail);
        extensions.forEach(document::set);
        if (!errors.isEmpty()) {
            var list = document.putArray("errors");
            for (FieldError error : errors) {
                ObjectNode entry = list.addObject().put("pointer", error.pointer());
                error.value().ifPresent(value -> entry.set("value", value));
                entry.put("expected", error.expected());
                error.code().ifPresent(it -> entry.put("code", it));
            }
        }
        return document;
    }
}
