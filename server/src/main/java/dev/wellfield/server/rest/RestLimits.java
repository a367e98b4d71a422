package dev.wellfield.server.rest;

import java.time.Duration;

/**
 * Where the REST server's limits are; each has a test that reaches it.
 *
 * @param bodyBytes the largest body
 * @param publicBodyBytes the largest body of an operation that needs no sign-in
 * @param bodyBudgetBytes bodies held at a time, all requests together; beyond it requests get 503
 * @param requests requests handled at a time; beyond it 503
 * @param streams event streams at a time; beyond it 503
 * @param connections open connections; further ones are closed at once
 * @param requestDeadline how long a request other than an event stream may take
 * @param streamStall how long the caller of an event stream may read nothing before it counts as gone
 * @param streamKeepAlive how long an event stream stays silent before a comment is sent
 * @param leaveGrace how long a source may go on after its caller has left before its thread is interrupted
 * @param streamRecheck how often it is looked whether the caller of an event stream may still see it
 */
public record RestLimits(
        int bodyBytes,
        int publicBodyBytes,
        int bodyBudgetBytes,
        int requests,
        int streams,
        int connections,
        Duration requestDeadline,
        Duration streamStall,
        Duration streamKeepAlive,
        Duration leaveGrace,
        Duration streamRecheck) {
    public static final RestLimits DEFAULT = new RestLimits(
            8 << 20,
            64 << 10,
            48 << 20,
            512,
            512,
            4096,
            Duration.ofSeconds(30),
            Duration.ofSeconds(60),
            Duration.ofSeconds(15),
            Duration.ofSeconds(5),
            Duration.ofSeconds(3));
}
