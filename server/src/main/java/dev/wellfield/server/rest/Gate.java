package dev.wellfield.server.rest;

import dev.wellfield.core.tenancy.Grants;
import dev.wellfield.core.tenancy.Permission;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The one filter of authentication and authorisation: what the contract's x-scope and x-permission say, and nothing
 * else. May block on the authenticator.
 */
final class Gate {
    private static final String BEARER = "bearer ";
    private static final int MAX_SECRET_CHARACTERS = 512;

    private final Authenticator authenticator;

    Gate(Authenticator authenticator) {
        this.authenticator = authenticator;
    }

    /**
     * Lets a request in.
     *
     * @throws ProblemException 401 for nobody, 403 for a change that another site may have caused, 404 for a foreign
     *     tenant, 403 for a missing permission
     */
    Caller admit(Operation operation, RequestHead head) {
        Caller caller = authenticate(operation, head);
        Permission permission = operation.permission().orElse(null);
        if (permission != null) {
            authorise(operation.scope(), permission, caller.grants(), head);
        }
        return caller;
    }

    private Caller authenticate(Operation operation, RequestHead head) {
        String authorization = head.header("Authorization");
        if (operation.changes() && authorization == null) {
            refuseOtherSites(head);
        }
        if (operation.scope() == Scope.PUBLIC) {
            return Caller.NOBODY;
        }
        if (authorization != null) {
            return byToken(authorization);
        }
        return switch (head.cookies().size()) {
            case 0 -> throw unauthorized("Send a token as \"Authorization: Bearer wft_…\", or sign in at the console.");
            case 1 -> bySession(head.cookies().getFirst(), operation, head);
            default -> throw unauthorized("There are several session cookies. Delete them and sign in again.");
        };
    }

    private Caller byToken(String authorization) {
        if (!authorization.toLowerCase(Locale.ROOT).startsWith(BEARER)) {
            throw unauthorized("The Authorization header has to be \"Bearer wft_…\".");
        }
        String token = authorization.substring(BEARER.length()).strip();
        if (token.isEmpty() || token.length() > MAX_SECRET_CHARACTERS) {
            throw unauthorized("The token is " + (token.isEmpty() ? "empty" : "too long to be one") + ".");
        }
        return authenticator
                .byToken(token)
                .orElseThrow(() -> unauthorized("The token is unknown, expired or revoked."));
    }

    private Caller bySession(String cookie, Operation operation, RequestHead head) {
        SessionCaller session = cookie.isEmpty() || cookie.length() > MAX_SECRET_CHARACTERS
                ? null
                : authenticator.bySession(cookie).orElse(null);
        if (session == null) {
            throw unauthorized("The session is unknown or has expired. Sign in again.");
        }
        if (operation.changes() && !sameSecret(session.csrfToken(), head.header("X-CSRF-Token"))) {
            throw csrf("A change through a session has to carry the session's csrfToken as X-CSRF-Token.");
        }
        return session.caller();
    }

    /** Browsers say where a change comes from; programs say nothing. */
    private static void refuseOtherSites(RequestHead head) {
        String site = head.header("Sec-Fetch-Site");
        if (site != null && !site.equals("same-origin") && !site.equals("none")) {
            throw csrf("The browser says that another site caused this change.");
        }
        String origin = head.header("Origin");
        if (origin != null && !authority(origin).equalsIgnoreCase(head.header("Host"))) {
            throw csrf("The change comes from the origin " + Shown.shortened(origin) + ", which is not this server.");
        }
    }

    private static String authority(String origin) {
        int scheme = origin.indexOf("://");
        return scheme < 0 ? origin : origin.substring(scheme + 3);
    }

    private static void authorise(Scope scope, Permission permission, Grants grants, RequestHead head) {
        String tenant = head.path().getOrDefault("tenant", "");
        Grants.Verdict verdict = switch (scope) {
            case PUBLIC, SELF -> Grants.Verdict.ALLOWED;
            case PLATFORM -> grants.platform(permission);
            case TENANT -> grants.tenant(permission, tenant);
            case VISIBLE -> grants.visible(permission).nothing() ? Grants.Verdict.MISSING : Grants.Verdict.ALLOWED;
        };
        switch (verdict) {
            case ALLOWED -> {}
            case FOREIGN -> throw Problem.notFound("tenant", tenant).exception();
            case MISSING -> throw Problem.forbidden(permission.wireName()).exception();
        }
    }

    private static boolean sameSecret(String expected, @Nullable String given) {
        return given != null
                && !expected.isEmpty()
                && MessageDigest.isEqual(
                        expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
    }

    private static ProblemException unauthorized(String detail) {
        return Problem.unauthorized(detail).exception();
    }

    private static ProblemException csrf(String detail) {
        return Problem.of(403, "csrf", "The change is not proved to come from the console", detail)
                .exception();
    }
}
