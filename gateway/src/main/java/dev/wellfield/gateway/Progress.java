package dev.wellfield.gateway;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Whether an engine gets on with what it owes. Its health page may well say 200 while nothing works behind it (vLLM's, with
 * its engine core stopped), so it is judged by what it says and by what it counts: one that owes answers, says nothing, and
 * none of whose own metrics moves for long enough is stuck, until it says or counts something again. Any thread may call it.
 */
final class Progress {
    private final long stuckNanos;

    /** Requests that it has and that it may go on with. */
    private final AtomicInteger owed = new AtomicInteger();

    private volatile long movedAtNanos = System.nanoTime();
    private volatile int lastPage;
    private volatile boolean counts;
    private volatile boolean stuck;
    private volatile long triedAtNanos;

    Progress(Duration stuck) {
        this.stuckNanos = stuck.toNanos();
    }

    /** It has got a request, or we read on. */
    void owes() {
        if (owed.getAndIncrement() == 0) {
            movedAtNanos = System.nanoTime();
        }
    }

    /** Said, broken off, or not read for now. */
    void owesNoMore() {
        owed.decrementAndGet();
    }

    void heard(long nowNanos) {
        movedAtNanos = nowNanos;
        if (stuck) {
            stuck = false;
        }
    }

    /** Whether its metrics should be looked at: it is stuck, or has been silent for a good part of what makes it so. */
    boolean isInDoubt(long nowNanos) {
        return stuck || (owed.get() > 0 && nowNanos - movedAtNanos > stuckNanos / 4);
    }

    /** Its page of metrics, of which the lines of its own, {@code prefix}, show whether it works. */
    void counted(String page, String prefix, long nowNanos) {
        int now = page.lines().filter(line -> line.startsWith(prefix)).toList().hashCode();
        if (!counts || now != lastPage) {
            counts = true;
            lastPage = now;
            heard(nowNanos);
        } else if (!stuck && owed.get() > 0 && nowNanos - movedAtNanos > stuckNanos) {
            stuck = true;
            triedAtNanos = nowNanos;
        }
    }

    boolean isStuck() {
        return stuck;
    }

    /** One request at a time finds out whether a stuck engine works again. */
    boolean mayTryAgain(long nowNanos) {
        return nowNanos - triedAtNanos > stuckNanos;
    }

    void tried(long nowNanos) {
        if (stuck) {
            triedAtNanos = nowNanos;
        }
    }
}
