package dev.wellfield.gateway;

/** What came of asking for a place at an engine. */
sealed interface Assignment {
    record Given(Slot slot) implements Assignment {}

    /** All are busy; the slot will come to the one who waits. */
    record Waiting(Ticket ticket) implements Assignment {}

    /** Nothing serves the model. */
    record NoEngine() implements Assignment {}

    /** Too many wait already. */
    record QueueFull(int most) implements Assignment {}
}
