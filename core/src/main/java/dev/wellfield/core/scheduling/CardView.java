package dev.wellfield.core.scheduling;

import dev.wellfield.core.pool.Amounts;
import dev.wellfield.core.pool.Card;
import dev.wellfield.core.pool.CardModel;
import dev.wellfield.core.pool.Dimension;
import dev.wellfield.core.pool.MigProfile;
import dev.wellfield.core.pool.Share;
import dev.wellfield.core.pool.Slice;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;

/**
 * A card with what is held of it: enough to say whether a request fits.
 *
 * @param keptMilli thousandths of the card that nobody holds but that are kept for others
 */
public record CardView(Card card, List<Share> held, int keptMilli) {
    private static final int PERMILLE = 1000;

    public CardView {
        held = List.copyOf(held);
    }

    /** A card of which nothing is kept. */
    public CardView(Card card, List<Share> held) {
        this(card, held, 0);
    }

    CardView keeping(int milli) {
        return new CardView(card, held, milli);
    }

    /** Free device memory, MiB; 0 while somebody holds the card whole. */
    public long freeMemoryMib() {
        return heldWhole()
                ? 0
                : card.model().memoryMib()
                        - held.stream().mapToLong(Share::memoryMib).sum()
                        - Math.ceilDiv(card.model().memoryMib() * keptMilli, PERMILLE);
    }

    /** Free compute, thousandths of the card. */
    public int freeComputePermille() {
        return heldWhole()
                ? 0
                : PERMILLE - held.stream().mapToInt(Share::computePermille).sum() - keptMilli;
    }

    private int freeBandwidthPermille() {
        return PERMILLE - held.stream().mapToInt(Share::bandwidthPermille).sum() - keptMilli;
    }

    /** What is left of it, as quotas count: thousandths of the card are below 0 where shares complement each other. */
    public Amounts free() {
        CardModel model = card.model();
        int cardsMilli =
                held.stream().mapToInt(share -> share.cardsMilli(model)).sum();
        return Amounts.ZERO
                .with(Dimension.CARDS, PERMILLE - cardsMilli - keptMilli)
                .with(Dimension.MEMORY, freeMemoryMib())
                .with(Dimension.COMPUTE, freeComputePermille())
                .with(Dimension.BANDWIDTH, model.bandwidthMbps(freeBandwidthPermille()));
    }

    /** The largest part of the card, in thousandths, that a software share could have. */
    int gapMilli() {
        if (!card.healthy() || heldWhole() || sliced()) {
            return 0;
        }
        int byMemory = Math.toIntExact(freeMemoryMib() * PERMILLE / card.model().memoryMib());
        return Math.min(byMemory, Math.min(freeComputePermille(), freeBandwidthPermille()));
    }

    private boolean heldWhole() {
        return held.stream().anyMatch(Share::whole);
    }

    private boolean sliced() {
        return held.stream().anyMatch(share -> share.slice() != null);
    }

    /** Healthy, and nobody holds anything of it or has something kept. */
    boolean empty() {
        return card.healthy() && held.isEmpty() && keptMilli == 0;
    }

    boolean fits(Ask ask) {
        if (!card.healthy()) {
            return false;
        }
        if (ask.whole()) {
            return empty();
        }
        if (ask.profile() != null) {
            return sliceStart(ask.profile()).isPresent();
        }
        return !sliced()
                && freeMemoryMib() >= ask.memoryMib()
                && freeComputePermille() >= ask.computePermille()
                && freeBandwidthPermille() >= ask.bandwidthPermille();
    }

    /** Where a slice of {@code profile} may begin: the last legal place, which keeps room for large slices at the front. */
    OptionalInt sliceStart(MigProfile profile) {
        if (keptMilli > 0 || held.stream().anyMatch(share -> share.slice() == null)) {
            return OptionalInt.empty(); // a card is cut or shared, never both
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
