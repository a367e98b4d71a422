package dev.wellfield.simulator;

/** What is in the engine right now. */
interface Load {

    int running();

    int waiting();

    /** Part of the KV cache in use, 0 to 1. */
    double cacheUse();

    /** The KV cache holds every sequence of a full batch at full length, so nothing is ever preempted. */
    static long capacityTokens(SimulatorOptions options) {
        return (long) options.maxNumSeqs() * options.maxModelLen();
    }
}
