package dev.wellfield.gateway;

import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A place in the queue of one model. */
final class Ticket {
    private final EngineGroup group;
    private final Executor thread;
    private final Consumer<Slot> granted;
    private final @Nullable Engine avoided;

    /**
     * @param granted is run on {@code thread}; it must give the slot back even if it has no use for it any more
     * @param avoided is wanted least
     */
    Ticket(EngineGroup group, Executor thread, Consumer<Slot> granted, @Nullable Engine avoided) {
        this.group = group;
        this.thread = thread;
        this.granted = granted;
        this.avoided = avoided;
    }

    @Nullable
    Engine avoided() {
        return avoided;
    }

    /** Leaves the queue. A slot that is already on its way still comes. */
    void cancel() {
        group.leave(this);
    }

    void grant(Slot slot) {
        thread.execute(() -> granted.accept(slot));
    }
}
