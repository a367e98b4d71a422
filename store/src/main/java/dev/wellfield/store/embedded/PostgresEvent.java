package dev.wellfield.store.embedded;

import java.time.Duration;

/** What the supervisor of the embedded server has noticed or done. */
public sealed interface PostgresEvent {
    /** The server is gone although nobody stopped it; it is being started again. */
    record Lost(long pid) implements PostgresEvent {}

    /** It accepts connections again, on the same port. */
    record Restored(long pid, Duration outage) implements PostgresEvent {}

    /** Starting it again failed; the next try follows. There is no last try. */
    record RestoreFailed(int attempt, String reason, Duration nextTryIn) implements PostgresEvent {}
}
