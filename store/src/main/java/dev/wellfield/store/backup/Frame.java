package dev.wellfield.store.backup;

/** The pieces of a backup's body: each begins with one of these as a byte. */
enum Frame {
    /** The {@link Manifest}, as text. */
    MANIFEST('M'),
    /** A table begins: its name and columns, as the statement's middle. */
    TABLE('T'),
    /** Some of its rows, as COPY writes them. */
    ROWS('R'),
    /** It ends: the number of its rows. */
    TABLE_END('E'),
    /** All is here. */
    END('Z');

    private final char code;

    Frame(char code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    static Frame of(int value) {
        for (Frame frame : values()) {
            if (frame.code == value) {
                return frame;
            }
        }
        throw new BackupException("The backup has a piece of an unknown kind (" + value + ").");
    }
}
