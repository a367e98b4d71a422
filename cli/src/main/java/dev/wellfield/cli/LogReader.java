package dev.wellfield.cli;

import dev.wellfield.cli.client.Answer;
import dev.wellfield.cli.client.Following;
import dev.wellfield.cli.client.ServerEvent;
import dev.wellfield.cli.show.Json;
import org.jspecify.annotations.Nullable;

/** Writes a workload's log to standard output, byte for byte as its process wrote it. */
final class LogReader {
    private static final int PIECE_BYTES = 1 << 20;

    private final Connection connection;
    private final WorkloadName workload;
    private boolean ended;

    LogReader(Connection connection, WorkloadName workload) {
        this.connection = connection;
        this.workload = workload;
    }

    /** What there is now, from the beginning or from so many lines before the end. */
    void read(@Nullable Integer tailLines) {
        Answer piece = connection
                .rest()
                .read(workload.path("log").with("tailLines", tailLines).with("limitBytes", PIECE_BYTES));
        String from = "";
        while (!piece.text().isEmpty() && connection.terminal().piece(piece.text())) {
            String next = piece.header("wellfield-log-next").orElse("");
            if (next.isEmpty() || next.equals(from)) {
                return;
            }
            from = next;
            piece = connection
                    .rest()
                    .read(workload.path("log").with("offset", next).with("limitBytes", PIECE_BYTES));
        }
    }

    /** Until the workload has ended and all is read. False if nobody reads any more. */
    boolean follow(@Nullable Integer tailLines) {
        new Following(connection.rest(), workload.path("log", "stream").with("tailLines", tailLines), null, this::show)
                .run();
        return ended;
    }

    private boolean show(ServerEvent event) {
        return switch (event.name()) {
            case "log" -> connection.terminal().piece(Json.text(event.data(), "/text"));
            case "end" -> {
                ended = true;
                yield false;
            }
            default -> true;
        };
    }
}
