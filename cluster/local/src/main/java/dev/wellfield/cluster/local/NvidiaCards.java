package dev.wellfield.cluster.local;

import java.util.List;

/** The NVIDIA cards of this machine, or why there are none. */
public sealed interface NvidiaCards {

    /** The driver answered; the list may still be empty. */
    record Found(String driverVersion, List<NvidiaCard> cards) implements NvidiaCards {
        public Found {
            cards = List.copyOf(cards);
        }
    }

    /**
     * No cards can be used.
     *
     * @param reason one English phrase, such as "no NVIDIA driver library (libnvidia-ml.so.1)"
     */
    record None(String reason) implements NvidiaCards {}

    /** The cards; none if there is a reason. */
    default List<NvidiaCard> list() {
        return switch (this) {
            case Found found -> found.cards();
            case None ignored -> List.of();
        };
    }
}
