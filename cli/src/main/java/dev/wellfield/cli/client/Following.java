package dev.wellfield.cli.client;

import java.time.Duration;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads an event stream to its end through broken connections, resuming after the last event. Gives up after
 * {@value #MOST_FAILURES} connections in a row that brought nothing and didn't last either.
 */
public final class Following {
    private static final int MOST_FAILURES = 10;
    private static final Duration LASTING = Duration.ofSeconds(60);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private final Rest rest;
    private final ApiPath path;
    private final Predicate<ServerEvent> more;
    private final Duration firstPause;
    private @Nullable String last;
    private boolean connected;

    /**
     * @param from the event to resume after; null to begin where the server begins
     * @param more takes an event and says whether it wants more
     */
    public Following(Rest rest, ApiPath path, @Nullable String from, Predicate<ServerEvent> more) {
        this(rest, path, from, more, FIRST_PAUSE);
    }

    Following(Rest rest, ApiPath path, @Nullable String from, Predicate<ServerEvent> more, Duration firstPause) {
        this.firstPause = firstPause;
        this.rest = rest;
        this.path = path;
        this.last = from;
        this.more = more;
    }

    /** Returns when {@code more} has had enough. */
    public void run() {
        int failures = 0;
        Duration pause = firstPause;
        while (true) {
            Connection came = connection();
            if (came == Connection.DONE) {
                return;
            }
            failures = came == Connection.BROUGHT_SOMETHING ? 0 : failures + 1;
            pause = came == Connection.BROUGHT_SOMETHING ? firstPause : longer(pause);
            if (failures >= MOST_FAILURES) {
                throw Failure.of(
                        ExitCode.UNREACHABLE,
                        "The connection to " + rest.server() + " broke " + failures + " times in a row.",
                        "`wellfield doctor` says what answers there.");
            }
            Pauses.sleep(pause);
        }
    }

    private enum Connection {
        DONE,
        BROUGHT_SOMETHING,
        BROUGHT_NOTHING
    }

    private Connection connection() {
        long start = System.nanoTime();
        Connection came = Connection.BROUGHT_NOTHING;
        try (EventStream stream = rest.stream(path, last)) {
            connected = true;
            for (ServerEvent event = stream.next(); event != null; event = stream.next()) {
                came = Connection.BROUGHT_SOMETHING;
                last = event.id() == null ? last : event.id();
                if (!more.test(event)) {
                    return Connection.DONE;
                }
            }
        } catch (Failure failure) {
            if (!connected || failure.exitCode() != ExitCode.UNREACHABLE) {
                throw failure;
            }
        }
        boolean lasted = System.nanoTime() - start > LASTING.toNanos();
        return lasted ? Connection.BROUGHT_SOMETHING : came;
    }

    private static Duration longer(Duration pause) {
        Duration twice = pause.multipliedBy(2);
        return twice.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : twice;
    }
}
