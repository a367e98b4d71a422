package dev.wellfield.store;

import java.time.Duration;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Who leads. Time is the database's alone. */
public final class Leadership {
    /** How long a leader is one without renewing. */
    public static final Duration LIFE = Duration.ofSeconds(10);

    private final Handle handle;

    Leadership(Handle handle) {
        this.handle = handle;
    }

    /** Becomes the leader if there is none alive, or if {@code holder} was it before. Returns the new epoch. */
    public Optional<Long> acquire(String holder) {
        return handle.createQuery("""
                        update leader set epoch = epoch + 1, holder = :holder,
                               expires_at = clock_timestamp() + make_interval(secs => :life)
                        where holder = :holder or expires_at < clock_timestamp()
                        returning epoch""")
                .bind("holder", holder)
                .bind("life", LIFE.toSeconds())
                .mapTo(Long.class)
                .findOne();
    }

    /** Stays the leader; false if another has become it. */
    public boolean renew(String holder, long epoch) {
        return handle.createUpdate("""
                        update leader set expires_at = clock_timestamp() + make_interval(secs => :life)
                        where holder = :holder and epoch = :epoch""")
                        .bind("holder", holder)
                        .bind("epoch", epoch)
                        .bind("life", LIFE.toSeconds())
                        .execute()
                == 1;
    }

    /** Lets another become the leader at once. */
    public void release(String holder, long epoch) {
        handle.createUpdate("update leader set expires_at = '-infinity' where holder = :holder and epoch = :epoch")
                .bind("holder", holder)
                .bind("epoch", epoch)
                .execute();
    }

    /**
     * Guards this transaction: nobody takes over before it has committed.
     *
     * @throws LostLeadership if somebody already has
     */
    public void require(long epoch) {
        boolean leads = handle.createQuery("select epoch from leader where epoch = :epoch for share")
                .bind("epoch", epoch)
                .mapTo(Long.class)
                .findOne()
                .isPresent();
        if (!leads) {
            throw new LostLeadership(epoch);
        }
    }
}
