package dev.wellfield.server.resources;

import dev.wellfield.store.Database;
import dev.wellfield.store.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Does something for real, and takes it all back again: so a dry run never says anything else than the real one. */
final class DryRun {
    private DryRun() {}

    /** Rolls everything back; carries no trace, as it is no fault. */
    private static final class TakenBack extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TakenBack() {
            super("dry run", null, false, false);
        }
    }

    /** What {@code work} results in; it has only been tried if {@code dryRun}. */
    static <T> List<T> maybe(boolean dryRun, Database database, Function<Transaction, List<T>> work) {
        if (!dryRun) {
            return database.transaction(work);
        }
        List<T> results = new ArrayList<>();
        try {
            database.transaction(tx -> {
                results.addAll(work.apply(tx));
                throw new TakenBack();
            });
        } catch (TakenBack e) {
            // As it was meant.
        }
        return results;
    }
}
