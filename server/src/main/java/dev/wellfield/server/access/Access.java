package dev.wellfield.server.access;

import dev.wellfield.server.rest.OperationHandler;
import dev.wellfield.store.Database;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** All operations of signing in and of people, put together. */
public final class Access {
    private Access() {}

    public static Map<String, OperationHandler> operations(
            Database database, InstantSource clock, Supplier<UUID> ids, RandomGenerator random) {
        Sessions sessions = new Sessions(random);
        Passwords passwords = new Passwords(random);
        Map<String, OperationHandler> operations = new HashMap<>();
        operations.putAll(new SessionOperations(database, clock, sessions, passwords).operations());
        operations.putAll(new TokenOperations(database, clock, ids, random).operations());
        operations.putAll(new UserOperations(database, clock, ids, random).operations());
        operations.putAll(new MemberOperations(database, clock).operations());
        operations.putAll(new InvitationOperations(database, clock, ids, random).operations());
        operations.putAll(new AcceptOperations(database, clock, ids, sessions, passwords).operations());
        return operations;
    }
}
