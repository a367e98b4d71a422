package dev.wellfield.store.embedded;

/** Is told what happens to the embedded server. Called on the supervisor's thread, which it must not keep waiting. */
@FunctionalInterface
public interface PostgresListener {
    void happened(PostgresEvent event);

    /** For those who read the log instead. */
    static PostgresListener none() {
        return event -> {};
    }
}
