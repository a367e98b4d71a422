package dev.wellfield.server.rest;

import java.util.OptionalLong;

/** A resource's version as ETag and If-Match carry it: a number in double quotes. */
public final class Version {
    private static final int MAX_DIGITS = 18;

    private Version() {}

    /** The header value of {@code version}. */
    public static String quoted(long version) {
        return '"' + Long.toString(version) + '"';
    }

    /** The version in {@code header}; empty where it is not a quoted number of at most 18 digits. */
    public static OptionalLong parse(String header) {
        int last = header.length() - 1;
        if (last < 2 || last > MAX_DIGITS + 1 || header.charAt(0) != '"' || header.charAt(last) != '"') {
            return OptionalLong.empty();
        }
        String digits = header.substring(1, last);
        boolean plain = digits.chars().allMatch(it -> it >= '0' && it <= '9');
        return plain ? OptionalLong.of(Long.parseLong(digits)) : OptionalLong.empty();
    }
}
