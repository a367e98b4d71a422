package dev.wellfield.gateway.journal;

import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One entry on its way to the disk, encoded by the thread that brings it. */
final class Append {
    private final JournalEntry entry;
    private final byte[] bytes;
    private final @Nullable Waiter waiter;

    /** @param waiter who wants to know when it is safe; null if nobody does */
    Append(JournalEntry entry, @Nullable Waiter waiter) {
        this.entry = entry;
        this.bytes = EntryCodec.encode(entry);
        this.waiter = waiter;
    }

    JournalEntry entry() {
        return entry;
    }

    byte[] bytes() {
        return bytes;
    }

    @Nullable
    Waiter waiter() {
        return waiter;
    }

    /** Is told, on its own thread, whether the entry is safe. */
    record Waiter(Executor thread, Consumer<Boolean> then) {}
}
