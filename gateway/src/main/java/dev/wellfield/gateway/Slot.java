package dev.wellfield.gateway;

/** A place at an engine that one request holds. Owned by one event loop. */
final class Slot {
    private final EngineGroup group;
    private final Engine engine;
    private boolean answering;
    private boolean released;

    Slot(EngineGroup group, Engine engine) {
        this.group = group;
        this.engine = engine;
    }

    Engine engine() {
        return engine;
    }

    /** The engine has begun to answer. */
    void beganAnswer() {
        if (!answering) {
            answering = true;
            engine.beganAnswer();
        }
    }

    /** Gives the place back; more than once does no harm. */
    void release() {
        if (!released) {
            released = true;
            if (answering) {
                engine.endedAnswer();
            }
            group.release(engine);
        }
    }
}
