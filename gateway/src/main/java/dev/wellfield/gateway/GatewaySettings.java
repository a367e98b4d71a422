package dev.wellfield.gateway;

import dev.wellfield.gateway.journal.JournalSettings;
import java.nio.file.Path;

/**
 * How one gateway replica runs.
 *
 * @param host the address to listen on
 * @param port 0 picks a free one
 * @param data the replica's own folder: its journal and its last view. No other replica may use it
 * @param eventLoops threads that move bytes
 */
public record GatewaySettings(
        String host,
        int port,
        Path data,
        int eventLoops,
        Capacity capacity,
        Timeouts timeouts,
        JournalSettings journal) {
    /** What a request may need in a journal's segment while it is open. */
    private static final int JOURNAL_BYTES_PER_REQUEST = 1_024;

    public GatewaySettings {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port (" + port + ") must be from 0 to 65535");
        }
        if (eventLoops < 1 || eventLoops > 64) {
            throw new IllegalArgumentException("eventLoops (" + eventLoops + ") must be from 1 to 64");
        }
        if ((long) capacity.requests() * JOURNAL_BYTES_PER_REQUEST > journal.segmentBytes()) {
            throw new IllegalArgumentException("segmentBytes (%d) must be at least %d for each of %d requests"
                    .formatted(journal.segmentBytes(), JOURNAL_BYTES_PER_REQUEST, capacity.requests()));
        }
    }

    /** On the loopback address, with one event loop for each processor, four at most, and all else as documented. */
    public static GatewaySettings of(Path data) {
        int loops = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 4);
        return new GatewaySettings(
                "127.0.0.1", 0, data, loops, Capacity.DEFAULT, Timeouts.DEFAULT, JournalSettings.DEFAULT);
    }

    public GatewaySettings listeningOn(String otherHost, int otherPort) {
        return new GatewaySettings(otherHost, otherPort, data, eventLoops, capacity, timeouts, journal);
    }

    public GatewaySettings with(Capacity other) {
        return new GatewaySettings(host, port, data, eventLoops, other, timeouts, journal);
    }

    public GatewaySettings with(Timeouts other) {
        return new GatewaySettings(host, port, data, eventLoops, capacity, other, journal);
    }

    public GatewaySettings with(JournalSettings other) {
        return new GatewaySettings(host, port, data, eventLoops, capacity, timeouts, other);
    }
}
