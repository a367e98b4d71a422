package dev.wellfield.simulator;

import java.util.ArrayList;
import java.util.List;

/**
 * A toy tokenizer whose counts anyone can reproduce by hand. A text is cut, from left to right, into pieces:
 *
 * <ul>
 *   <li>up to 8 letters, together with one space before them ({@code "Hello wonderful"} is {@code Hello},
 *       {@code " wonderfu"}, {@code l});
 *   <li>up to 3 digits;
 *   <li>any other character alone: punctuation, a space before no letter, an ideograph.
 * </ul>
 *
 * So a text never has more tokens than UTF-8 bytes. A piece's id is a hash of it, 16 to 31,999; ids below 16 are
 * special. Different pieces may share an id: the ids serve the prefix cache and the seed, not decoding.
 */
final class Tokenizer {

    static final int VOCABULARY = 32_000;
    static final int BEGIN = 1;
    static final int END_OF_TEXT = 2;
    static final int USER = 3;
    static final int ASSISTANT = 4;
    static final int SYSTEM = 5;
    static final int END_OF_TURN = 6;
    static final int TOOL = 7;

    private static final int SPECIAL = 16;
    private static final int LETTERS = 8;
    private static final int DIGITS = 3;

    private Tokenizer() {}

    /** Appends the tokens of a text until the list is full. */
    static void encode(String text, Tokens tokens) {
        for (int from = 0; from < text.length() && !tokens.isFull(); ) {
            int to = pieceEnd(text, from);
            tokens.add(id(text, from, to));
            from = to;
        }
    }

    static List<String> pieces(String text) {
        List<String> pieces = new ArrayList<>();
        for (int from = 0; from < text.length(); ) {
            int to = pieceEnd(text, from);
            pieces.add(text.substring(from, to));
            from = to;
        }
        return pieces;
    }

    private static int pieceEnd(String text, int from) {
        int start = from;
        if (text.charAt(from) == ' ' && from + 1 < text.length() && isLetter(text.codePointAt(from + 1))) {
            start = from + 1;
        }
        int first = text.codePointAt(start);
        if (isLetter(first)) {
            return run(text, start, LETTERS, true);
        }
        if (isDigit(first)) {
            return run(text, start, DIGITS, false);
        }
        return start + Character.charCount(first);
    }

    private static int run(String text, int start, int most, boolean letters) {
        int end = start;
        for (int count = 0; count < most && end < text.length(); count++) {
            int point = text.codePointAt(end);
            if (letters ? !isLetter(point) : !isDigit(point)) {
                break;
            }
            end += Character.charCount(point);
        }
        return end;
    }

    private static boolean isLetter(int point) {
        return Character.isLetter(point) && !Character.isIdeographic(point);
    }

    private static boolean isDigit(int point) {
        return point >= '0' && point <= '9';
    }

    private static int id(String text, int from, int to) {
        int hash = 0x811c9dc5;
        for (int i = from; i < to; i++) {
            hash = (hash ^ text.charAt(i)) * 0x01000193;
        }
        return SPECIAL + Math.floorMod(hash, VOCABULARY - SPECIAL);
    }
}
