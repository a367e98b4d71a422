package dev.wellfield.store;

/** Another server leads by now: what was decided under the old epoch must not be stored. */
public final class LostLeadership extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param epoch that is over */
    public LostLeadership(long epoch) {
        super("another server has become the leader after epoch " + epoch);
    }
}
