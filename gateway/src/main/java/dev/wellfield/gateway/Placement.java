package dev.wellfield.gateway;

/** What came of asking for a place at an engine. */
sealed interface Placement {
    record Placed(Slot slot) implements Placement {}

    /** All are busy; the slot will come to the one who waits. */
    record Waiting(Ticket ticket) implements Placement {}

    /** Nothing serves the model. */
    record NoEngine() implements Placement {}

    /** Too many wait already. */
    record QueueFull(int most) implements Placement {}
}
