package dev.wellfield.server.rest;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The caller's end of an event stream. Only the thread that runs the {@link EventSource} may use it. */
public interface EventSink {
    /**
     * Sends one event and waits until the network has taken it.
     *
     * @param event the event's name, one line
     * @param id what the caller sends as Last-Event-ID to resume after this event; null leaves the last one standing
     * @throws ClientGone when the caller has left or has not read anything for too long
     */
    void send(String event, @Nullable String id, JsonNode data) throws InterruptedException;

    /** Whether the source should end: the caller has left or the server drains. */
    boolean gone();

    /**
     * Waits, keeping the connection alive meanwhile.
     *
     * @return false as soon as the caller is gone or the server drains
     */
    boolean pause(Duration duration) throws InterruptedException;
}
