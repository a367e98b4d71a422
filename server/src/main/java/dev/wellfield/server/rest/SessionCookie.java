package dev.wellfield.server.rest;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

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

    /** All values that Cookie headers give it; more than one means that somebody tampers. */
    static List<String> in(List<String> headers) {
        List<String> values = new ArrayList<>();
        for (String header : headers) {
            for (String pair : header.split(";")) {
                String cookie = pair.strip();
                if (cookie.startsWith(NAME + "=")) {
                    values.add(cookie.substring(NAME.length() + 1));
                }
            }
        }
        return values;
    }
}
