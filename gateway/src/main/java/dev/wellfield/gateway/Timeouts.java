package dev.wellfield.gateway;

import java.time.Duration;

/**
 * How long everything may take, by the monotonic clock and to about a quarter of a second. The defaults stand in brackets.
 *
 * @param body until a request's body is there; then 408 (1 min)
 * @param queue for a place at an engine; then 429, or 503 if no engine is ready (10 s)
 * @param connect to an engine; then another is tried (2 s)
 * @param firstByte from an engine, after it got the request; then 504 (10 min)
 * @param silence of an engine in the middle of an answer; then the answer ends as {@code DEADLINE} (2 min)
 * @param request in all, from its arrival; then the same (1 h)
 * @param slowCaller that takes nothing of its answer; then it counts as gone (1 min)
 * @param idleConnection without a request; then it is closed (2 min)
 * @param hanging of an engine in the middle of answers, when it says nothing at all: then it gets no new requests until it
 *     does (15 s)
 * @param stuck of an engine that owes answers, says nothing, and none of whose own metrics moves: then those who wait for its
 *     first byte get 504, and it gets one request at a time until it says or counts something (1 min)
 * @param probe for an engine's health; one that doesn't answer gets no new requests until it does (1 s)
 * @param viewAge without word from the database; then new requests get 503 until there is (1 min)
 */
public record Timeouts(
        Duration body,
        Duration queue,
        Duration connect,
        Duration firstByte,
        Duration silence,
        Duration request,
        Duration slowCaller,
        Duration idleConnection,
        Duration hanging,
        Duration stuck,
        Duration probe,
        Duration viewAge) {
    public static final Timeouts DEFAULT = new Timeouts(
            Duration.ofSeconds(60),
            Duration.ofSeconds(10),
            Duration.ofSeconds(2),
            Duration.ofMinutes(10),
            Duration.ofMinutes(2),
            Duration.ofHours(1),
            Duration.ofMinutes(1),
            Duration.ofMinutes(2),
            Duration.ofSeconds(15),
            Duration.ofMinutes(1),
            Duration.ofSeconds(1),
            Duration.ofSeconds(60));

    public Timeouts withQueue(Duration other) {
        return new Timeouts(
                body,
                other,
                connect,
                firstByte,
                silence,
                request,
                slowCaller,
                idleConnection,
                hanging,
                stuck,
                probe,
                viewAge);
    }

    public Timeouts withFirstByte(Duration other) {
        return new Timeouts(
                body,
                queue,
                connect,
                other,
                silence,
                request,
                slowCaller,
                idleConnection,
                hanging,
                stuck,
                probe,
                viewAge);
    }

    public Timeouts withSilence(Duration other) {
        return new Timeouts(
                body,
                queue,
                connect,
                firstByte,
                other,
                request,
                slowCaller,
                idleConnection,
                hanging,
                stuck,
                probe,
                viewAge);
    }

    public Timeouts withRequest(Duration other) {
        return new Timeouts(
                body,
                queue,
                connect,
                firstByte,
                silence,
                other,
                slowCaller,
                idleConnection,
                hanging,
                stuck,
                probe,
                viewAge);
    }

    public Timeouts withSlowCaller(Duration other) {
        return new Timeouts(
                body,
                queue,
                connect,
                firstByte,
                silence,
                request,
                other,
                idleConnection,
                hanging,
                stuck,
                probe,
                viewAge);
    }

    public Timeouts withHanging(Duration other) {
        return new Timeouts(
                body,
                queue,
                connect,
                firstByte,
                silence,
                request,
                slowCaller,
                idleConnection,
                other,
                stuck,
                probe,
                viewAge);
    }

    public Timeouts withStuck(Duration other) {
        return new Timeouts(
                body,
                queue,
                connect,
                firstByte,
                silence,
                request,
                slowCaller,
                idleConnection,
                hanging,
                other,
                probe,
                viewAge);
    }

    public Timeouts withViewAge(Duration other) {
        return new Timeouts(
                body,
                queue,
                connect,
                firstByte,
                silence,
                request,
                slowCaller,
                idleConnection,
                hanging,
                stuck,
                probe,
                other);
    }
}
