package dev.wellfield.store.backup;

/** Is told how far it got, now and then. */
@FunctionalInterface
public interface Progress {
    /**
     * @param table that is being read or written
     * @param bytes of all tables so far, before compression
     */
    void at(String table, long bytes);

    /** For when nobody looks. */
    Progress NONE = (table, bytes) -> {};
}
