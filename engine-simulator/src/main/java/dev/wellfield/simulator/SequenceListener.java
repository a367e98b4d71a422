package dev.wellfield.simulator;

/** Who asked for a sequence. Called on the event loop; may abort sequences, its own included. */
interface SequenceListener {

    /** The sequence went on; after a delta with a finish it is over. */
    void advanced(Sequence sequence, Delta delta);

    /** The engine died under the sequence; nothing more comes. */
    void failed();
}
