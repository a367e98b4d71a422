package dev.wellfield.server.rest;

import org.jspecify.annotations.Nullable;

/** What every text has to be, whatever its schema says: a database can't store the rest. */
final class Texts {
    static final String EXPECTED = "text without the character U+0000 and without halves of surrogate pairs";

    private Texts() {}

    static boolean storable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0) {
                return false;
            }
            if (Character.isSurrogate(c)) {
                boolean pair = i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1));
                if (!pair) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    /** The same with what can't be stored made visible. */
    static String visible(String text) {
        StringBuilder visible = new StringBuilder(text.length());
        text.codePoints()
                .forEach(c -> visible.appendCodePoint(
                        c == 0 || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) ? 0xFFFD : c));
        return visible.toString();
    }

    /** Whether every percent sign begins an escape of two hexadecimal digits. */
    static boolean percentEncoded(@Nullable String path) {
        if (path == null) {
            return false;
        }
        for (int at = path.indexOf('%'); at >= 0; at = path.indexOf('%', at + 1)) {
            boolean escape = at + 2 < path.length()
                    && Character.digit(path.charAt(at + 1), 16) >= 0
                    && Character.digit(path.charAt(at + 2), 16) >= 0;
            if (!escape) {
                return false;
            }
        }
        return true;
    }
}
