package dev.wellfield.gateway;

import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Closes connections that are one too many or have been idle for long. Owned by one event loop, but for the count. */
final class Connections {
    private final AtomicInteger open;
    private final int most;
    private final long mostIdleNanos;
    private final IdentityHashMap<HttpConnection, Use> uses = new IdentityHashMap<>();

    private static final class Use {
        private int requests;
        private long idleSinceNanos = System.nanoTime();
    }

    /** @param open counts those of all event loops */
    Connections(AtomicInteger open, int most, long mostIdleNanos) {
        this.open = open;
        this.most = most;
        this.mostIdleNanos = mostIdleNanos;
    }

    void opened(HttpConnection connection) {
        int now = open.incrementAndGet();
        connection.closeHandler(closed -> {
            open.decrementAndGet();
            uses.remove(connection);
        });
        if (now > most) {
            connection.close();
        } else {
            uses.put(connection, new Use());
        }
    }

    void began(HttpServerRequest request) {
        Use use = uses.get(request.connection());
        if (use != null) {
            use.requests++;
            request.response().endHandler(ended -> {
                use.requests--;
                use.idleSinceNanos = System.nanoTime();
            });
        }
    }

    void closeIdle(long nowNanos) {
        List<HttpConnection> idle = new ArrayList<>();
        uses.forEach((connection, use) -> {
            if (use.requests == 0 && nowNanos - use.idleSinceNanos > mostIdleNanos) {
                idle.add(connection);
            }
        });
        idle.forEach(HttpConnection::close);
    }
}
