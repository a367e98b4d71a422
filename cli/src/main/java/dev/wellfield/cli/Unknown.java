package dev.wellfield.cli;

import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** What to say about a word that nobody knows: the nearest one that somebody does. */
final class Unknown {
    private static final int NEAR = 2;

    private Unknown() {}

    static Failure word(String word, Collection<String> known) {
        String near =
                nearest(word, known).map(it -> " Did you mean \"" + it + "\"?").orElse("");
        return Failure.of(
                ExitCode.USAGE, "There is no command \"" + word + "\"." + near, "`wellfield --help` shows them all.");
    }

    /** The known word with the fewest letters changed, if there are at most two. */
    static Optional<String> nearest(String word, Collection<String> known) {
        return known.stream()
                .filter(it -> distance(word, it) <= NEAR)
                .min(Comparator.comparingInt(it -> distance(word, it)));
    }

    /** Letters to change, add or leave out (Levenshtein). */
    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }
}
