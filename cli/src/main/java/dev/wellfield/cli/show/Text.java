package dev.wellfield.cli.show;

/** Text on its way to a terminal. */
public final class Text {
    private Text() {}

    /** Without control characters: what the server sends can't move the cursor or change colours. */
    public static String clean(String text) {
        if (text.chars().noneMatch(Character::isISOControl)) {
            return text;
        }
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints().forEach(it -> clean.appendCodePoint(Character.isISOControl(it) ? ' ' : it));
        return clean.toString();
    }

    /** Columns that the text takes: ideographs and their like take two. */
    static int width(String text) {
        return text.codePoints().map(Text::width).sum();
    }

    private static int width(int codePoint) {
        if (Character.getType(codePoint) == Character.NON_SPACING_MARK) {
            return 0;
        }
        boolean wide = (codePoint >= 0x1100 && codePoint <= 0x115F)
                || (codePoint >= 0x2E80 && codePoint <= 0xA4CF)
                || (codePoint >= 0xAC00 && codePoint <= 0xD7A3)
                || (codePoint >= 0xF900 && codePoint <= 0xFAFF)
                || (codePoint >= 0xFE30 && codePoint <= 0xFE6F)
                || (codePoint >= 0xFF00 && codePoint <= 0xFF60)
                || (codePoint >= 0x1F300 && codePoint <= 0x1FAFF)
                || (codePoint >= 0x20000 && codePoint <= 0x3FFFD);
        return wide ? 2 : 1;
    }

    /** At most so many characters, the last one an ellipsis where something was cut. */
    public static String shortened(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 1) + "…";
    }
}
