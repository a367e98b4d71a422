package dev.wellfield.server.rest;

/**
 * Who asks through a console session.
 *
 * @param csrfToken what every change must carry in X-CSRF-Token
 */
public record SessionCaller(Caller caller, String csrfToken) {
    /** The CSRF token is never printed. */
    @Override
    public String toString() {
        return "SessionCaller[" + caller.principal() + "]";
    }
}
