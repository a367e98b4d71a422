package dev.wellfield.server.rest;

/** The caller of an event stream has left, so nothing more can be sent. An {@link EventSource} lets it pass. */
public final class ClientGone extends RuntimeException {
    ClientGone() {
        super("the caller has left", null, false, false);
    }
}
