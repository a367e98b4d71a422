package dev.wellfield.server.rest;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what somebody probably meant. */
final class Nearest {
    private static final int MAX_CHARACTERS = 64;
    private static final int LONG_PREFIX = 3;

    private Nearest() {}

    /** The known name that {@code given} is a slip of, if any. */
    static Optional<String> to(String given, Collection<String> known) {
        if (given.isEmpty() || given.length() > MAX_CHARACTERS) {
            return Optional.empty();
        }
        return known.stream()
                .filter(it -> distance(given, it) <= allowed(it))
                .min(Comparator.<String>comparingInt(it -> distance(given, it)).thenComparing(it -> it));
    }

    /** A name of three letters is one edit away from too many others. */
    private static int allowed(String known) {
        return known.length() <= LONG_PREFIX ? 0 : Math.max(1, known.length() / 3);
    }

    /** Edits apart, whatever the case; a beginning or a whole of the other counts as one. */
    private static int distance(String given, String known) {
        String a = given.toLowerCase(Locale.ROOT);
        String b = known.toLowerCase(Locale.ROOT);
        if (Math.min(a.length(), b.length()) >= LONG_PREFIX && (a.startsWith(b) || b.startsWith(a))) {
            return 1;
        }
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replace = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replace, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
