package dev.wellfield.server.rest;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Where an operation's permission is looked for: the contract's x-scope. */
public enum Scope {
    /** No sign-in. */
    PUBLIC,
    /** Anybody who is signed in. */
    SELF,
    /** On the platform. */
    PLATFORM,
    /** In the tenant that the path names. */
    TENANT,
    /** Anywhere; the answer is limited to where. */
    VISIBLE;

    static Optional<Scope> find(String wireName) {
        return Arrays.stream(values())
                .filter(it -> it.name().toLowerCase(Locale.ROOT).equals(wireName))
                .findFirst();
    }

    /** Whether the contract has to name a permission. */
    boolean needsPermission() {
        return this != PUBLIC && this != SELF;
    }
}
