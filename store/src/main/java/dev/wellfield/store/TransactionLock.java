package dev.wellfield.store;

import org.jdbi.v3.core.Handle;

/**
 * Locks that hold to the end of a transaction, for what is checked over many rows and must still be so when it is written.
 * Whoever takes both takes them in this order.
 */
enum TransactionLock {
    DECLARED(0x77656c6c64L),
    BINDINGS(0x77656c6c66L);

    /** The same in every process, and any number otherwise. */
    private final long number;

    TransactionLock(long number) {
        this.number = number;
    }

    /** Waits until nobody else has it. */
    void take(Handle handle) {
        take(handle, "pg_advisory_xact_lock");
    }

    /** Waits until nobody has it alone. */
    void share(Handle handle) {
        take(handle, "pg_advisory_xact_lock_shared");
    }

    private void take(Handle handle, String function) {
        handle.createQuery("select 1 from (select " + function + "(:lock)) taken")
                .bind("lock", number)
                .mapTo(Integer.class)
                .one();
    }
}
