package dev.wellfield.server.rest;

import java.util.Collection;
import java.util.Locale;

/** Content negotiation, as much of it as one content type for each answer needs. */
final class MediaTypes {
    private MediaTypes() {}

    /**
     * Refuses what the operation can neither read nor answer.
     *
     * @throws ProblemException 415 for a body in another form than JSON, 406 for an Accept that no answer fits
     */
    static void check(Operation operation, RequestHead head) {
        if (operation.body().isPresent()) {
            checkBody(head);
        }
        Collection<String> produces = operation.produces();
        String accept = head.header("Accept");
        if (!produces.isEmpty()
                && accept != null
                && !accept.isBlank()
                && produces.stream().noneMatch(it -> accepts(accept, it))) {
            throw Problem.of(
                            406,
                            "not-acceptable",
                            "No such form",
                            "This operation answers " + String.join(" or ", produces) + ", not \""
                                    + Shown.shortened(accept) + "\".")
                    .exception();
        }
    }

    private static void checkBody(RequestHead head) {
        String type = head.header("Content-Type");
        String encoding = head.header("Content-Encoding");
        if (type == null && "0".equals(head.headers().get("Content-Length"))) {
            return; // no body: told as a violation
        }
        if (type == null || !isJson(type)) {
            throw unsupported("The body has to be application/json in UTF-8, not "
                    + (type == null ? "of no stated type" : "\"" + Shown.shortened(type) + "\"") + ".");
        }
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            throw unsupported("The body has to come unpacked, not as \"" + Shown.shortened(encoding) + "\".");
        }
    }

    private static ProblemException unsupported(String detail) {
        return Problem.of(415, "unsupported-media-type", "The body is in another form", detail)
                .withHeader("Accept", "application/json")
                .exception();
    }

    private static boolean isJson(String contentType) {
        String[] parts = contentType.toLowerCase(Locale.ROOT).split(";");
        if (!parts[0].strip().equals("application/json")) {
            return false;
        }
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].replace(" ", "").replace("\"", "");
            if (parameter.startsWith("charset=") && !parameter.equals("charset=utf-8")) {
                return false;
            }
        }
        return true;
    }

    /** Whether an Accept header takes a type, given without parameters. */
    static boolean accepts(String accept, String type) {
        String any = type.substring(0, type.indexOf('/') + 1) + "*";
        boolean taken = false;
        for (String range : accept.toLowerCase(Locale.ROOT).split(",")) {
            String[] parts = range.split(";");
            String name = parts[0].strip();
            if (name.equals(type) || name.equals(any) || name.equals("*/*")) {
                boolean refused = false;
                for (int i = 1; i < parts.length; i++) {
                    refused |= parts[i].strip().matches("q=0(\\.0*)?");
                }
                if (name.equals(type)) {
                    return !refused;
                }
                taken |= !refused;
            }
        }
        return taken;
    }
}
