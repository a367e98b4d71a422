package dev.wellfield.core.scheduling;

import dev.wellfield.core.pool.Card;
import dev.wellfield.core.pool.CardModel;
import dev.wellfield.core.pool.MigProfile;
import dev.wellfield.core.pool.Share;
import dev.wellfield.core.pool.Slice;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;

/** A card with what is held of it: enough to say whether a request fits. */
public record CardView(Card card, List<Share> held) {
    private static final int PERMILLE = 1000;

    public CardView {
        held = List.copyOf(held);
    }

    /** Free device memory, MiB; 0 while somebody holds the card whole. */
    public long freeMemoryMib() {
        return heldWhole()
                ? 0
                : card.model().memoryMib()
                        - held.stream().mapToLong(Share::memoryMib).sum();
    }

    /** Free compute, thousandths of the card. */
    public int freeComputePermille() {
        return heldWhole()
                ? 0
                : PERMILLE - held.stream().mapToInt(Share::computePermille).sum();
    }

    private int freeBandwidthPermille() {
        return PERMILLE - held.stream().mapToInt(Share::bandwidthPermille).sum();
    }

    private boolean heldWhole() {
        return held.stream().anyMatch(Share::whole);
    }

    boolean fits(Ask ask) {
        if (!card.healthy()) {
            return false;
        }
        if (ask.whole()) {
            return held.isEmpty();
        }
        if (ask.profile() != null) {
            return sliceStart(ask.profile()).isPresent();
        }
        return held.stream().allMatch(share -> share.slice() == null)
                && freeMemoryMib() >= ask.memoryMib()
                && freeComputePermille() >= ask.computePermille()
                && freeBandwidthPermille() >= ask.bandwidthPermille();
    }

    /** Where a slice of {@code profile} may begin: the last legal place, which keeps room for large slices at the front. */
    OptionalInt sliceStart(MigProfile profile) {
        if (held.stream().anyMatch(share -> share.slice() == null)) {
            return OptionalInt.empty();
        }
        CardModel model = card.model();
        BitSet taken = new BitSet();
        int computeSlices = 0;
        int same = 0;
        for (Share share : held) {
            Slice slice = share.slice();
            MigProfile other =
                    model.migProfile(slice == null ? "" : slice.profile()).orElseThrow();
            int start = slice == null ? 0 : slice.start();
            taken.set(start, start + other.memorySlices());
            computeSlices += other.computeSlices();
            same += other.name().equals(profile.name()) ? 1 : 0;
        }
        if (computeSlices + profile.computeSlices() > model.computeSlices() || same >= profile.maxInstances()) {
            return OptionalInt.empty();
        }
        return profile.starts().stream()
                .mapToInt(Integer::intValue)
                .filter(start ->
                        taken.get(start, start + profile.memorySlices()).isEmpty())
                .max();
    }

    Share take(Ask ask) {
        int start = ask.profile() == null ? 0 : sliceStart(ask.profile()).orElseThrow();
        return ask.share(card.index(), start);
    }
}
