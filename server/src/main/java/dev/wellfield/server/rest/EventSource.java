package dev.wellfield.server.rest;

/**
 * What fills an event stream. Runs on the request's virtual thread; the stream ends when it returns. It should look at
 * {@link EventSink#pause} or {@link EventSink#gone} at least every few seconds: five seconds after the caller has left
 * its thread is interrupted.
 */
@FunctionalInterface
public interface EventSource {
    void run(EventSink sink) throws Exception;
}
