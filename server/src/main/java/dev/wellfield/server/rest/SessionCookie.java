package dev.wellfield.server.rest;

import java.time.Duration;

/**
 * The console's cookie. Its name makes browsers insist on Secure, no Domain and Path=/, so that no other host or port can
 * plant one; browsers take localhost for secure.
 */
public final class SessionCookie {
    public static final String NAME = "__Host-wellfield";
    private static final String ATTRIBUTES = "; Path=/; Secure; HttpOnly; SameSite=Strict";

    private SessionCookie() {}

    /** The Set-Cookie value that starts a session. */
    public static String set(String secret, Duration life) {
        return NAME + "=" + secret + ATTRIBUTES + "; Max-Age=" + life.toSeconds();
    }

    /** The Set-Cookie value that ends it. */
    public static String cleared() {
        return NAME + "=" + ATTRIBUTES + "; Max-Age=0";
    }
}
