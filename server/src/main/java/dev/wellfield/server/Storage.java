package dev.wellfield.server;

import dev.wellfield.server.rest.Authenticator;
import dev.wellfield.server.rest.Caller;
import dev.wellfield.server.rest.OperationHandler;
import dev.wellfield.server.rest.SessionCaller;
import dev.wellfield.server.rest.Unavailable;
import dev.wellfield.store.StoreUnavailable;
import java.util.Optional;
import java.util.function.Supplier;

/** Tells callers of REST when the database is away, in the words that REST knows. */
final class Storage {
    private Storage() {}

    static OperationHandler guarded(OperationHandler handler) {
        return call -> {
            try {
                return handler.handle(call);
            } catch (StoreUnavailable e) {
                throw away(e);
            }
        };
    }

    static Authenticator guarded(Authenticator authenticator) {
        return new Authenticator() {
            @Override
            public Optional<Caller> byToken(String token) {
                return get(() -> authenticator.byToken(token));
            }

            @Override
            public Optional<SessionCaller> bySession(String cookie) {
                return get(() -> authenticator.bySession(cookie));
            }
        };
    }

    private static <T> T get(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (StoreUnavailable e) {
            throw away(e);
        }
    }

    private static Unavailable away(StoreUnavailable e) {
        return new Unavailable(String.valueOf(e.getMessage()), e);
    }
}
