package dev.wellfield.store.backup;

/** The pieces of a backup's body: each begins with one of these as a byte. */
enum Frame {
    /** The {@link Manifest}, as text. */
    MANIFEST,
    /** A table begins: its name and columns, as the statement's middle. */
    TABLE,
    /** Some of its rows, as COPY writes them. */
    ROWS,
    /** It ends: the number of its rows. */
    TABLE_END,
    /** All is here. */
    END;

    static Frame of(int value) {
        if (value < 0 || value >= values().length) {
            throw new BackupException("The backup has a piece of an unknown kind (" + value + ").");
        }
        return values()[value];
    }
}
