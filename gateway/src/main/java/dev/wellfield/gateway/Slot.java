package dev.wellfield.gateway;

/** A place at an engine that one request holds. Owned by one event loop. */
final class Slot {
    private final EngineGroup group;
    private final Engine engine;
    private boolean owing;
    private boolean answering;
    private boolean released;

    Slot(EngineGroup group, Engine engine) {
        this.group = group;
        this.engine = engine;
    }

    Engine engine() {
        return engine;
    }

    /** The engine gets the request. */
    void asks() {
        if (!owing && !released) {
            owing = true;
            engine.progress().owes();
        }
    }

    /** The engine answers, and what it says is read. */
    void reads() {
        asks();
        if (!answering && !released) {
            answering = true;
            engine.beganAnswer();
        }
    }

    /** What it says isn't read for now: its silence means nothing. */
    void readsNoFurther() {
        if (owing) {
            owing = false;
            engine.progress().owesNoMore();
        }
        if (answering) {
            answering = false;
            engine.endedAnswer();
        }
    }

    /** Gives the place back; more than once does no harm. */
    void release() {
        if (!released) {
            readsNoFurther();
            released = true;
            group.release(engine);
        }
    }
}
