package dev.wellfield.server.workloads;

import dev.wellfield.core.scheduling.WorkloadLogs;
import dev.wellfield.core.scheduling.WorkloadLogs.Piece;
import dev.wellfield.server.rest.Call;
import dev.wellfield.server.rest.EventSink;
import dev.wellfield.server.rest.FieldError;
import dev.wellfield.server.rest.Problem;
import dev.wellfield.server.rest.Reply;
import dev.wellfield.store.Allocations;
import dev.wellfield.store.Database;
import dev.wellfield.store.Json;
import dev.wellfield.store.WorkloadRow;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Logs over REST: in pieces, or as a stream that ends when the workload has ended and all is read. */
final class LogOperations {
    private static final int PIECE_BYTES = 64 * 1024;
    private static final Duration POLL = Duration.ofMillis(200);

    private final Database database;
    private final WorkloadLogs logs;

    LogOperations(Database database, WorkloadLogs logs) {
        this.database = database;
        this.logs = logs;
    }

    Reply read(Call call) {
        if (call.query("tailLines").isPresent() && call.queryInteger("offset").orElse(0) > 0) {
            throw Problem.invalid(FieldError.of(
                            "query/tailLines", call.query("tailLines").get(), "either tailLines or offset, not both"))
                    .exception();
        }
        WorkloadRow row = database.transaction(tx -> WorkloadOperations.find(tx, call));
        UUID allocation = row.allocationId();
        requireKept(row);
        int limit = (int) call.queryInteger("limitBytes").orElse(PIECE_BYTES);
        Piece piece = allocation == null ? Piece.nothing(0) : logs.read(allocation, readFrom(call, allocation), limit);
        int whole = Utf8Pieces.wholeCharacters(piece.bytes());
        return Reply.plain(Utf8Pieces.text(piece.bytes(), whole))
                .with("Wellfield-Log-Next", Long.toString(piece.next() - (piece.bytes().length - whole)));
    }

    /** An empty log and one that was removed are two things. */
    private void requireKept(WorkloadRow row) {
        UUID id = row.allocationId();
        if (id == null) {
            return;
        }
        Allocations.Row allocation =
                database.transaction(tx -> tx.allocations().find(List.of(id)).get(id));
        if (allocation != null && allocation.removedAt() != null) {
            throw Problem.of(
                            410,
                            "log-removed",
                            "No longer there",
                            "The log of " + row.path() + " was removed at " + allocation.removedAt()
                                    + ": logs are kept for some days after the end (the server's log-days).")
                    .exception();
        }
    }

    private long readFrom(Call call, UUID allocation) {
        return call.queryInteger("tailLines").isPresent()
                ? tail(call, allocation)
                : call.queryInteger("offset").orElse(0);
    }

    private long tail(Call call, UUID allocation) {
        return logs.tail(allocation, (int) call.queryInteger("tailLines").orElse(0));
    }

    Reply follow(Call call) {
        WorkloadRow row = database.transaction(tx -> WorkloadOperations.find(tx, call));
        requireKept(row);
        return Reply.events(sink -> follow(call, row.id(), sink));
    }

    private void follow(Call call, UUID workload, EventSink sink) throws InterruptedException {
        long offset = -1;
        boolean more = true;
        while (more) {
            WorkloadRow row =
                    database.transaction(tx -> tx.workloads().find(workload)).orElseThrow();
            boolean ended = row.phase().ended();
            UUID allocation = row.allocationId();
            if (allocation != null) {
                offset = offset < 0 ? begin(call, allocation) : offset;
                offset = sendAll(allocation, offset, ended, sink);
            }
            if (ended) {
                sink.send("end", null, Json.object().put("phase", row.phase().name()));
                return;
            }
            more = sink.pause(POLL);
        }
    }

    private long begin(Call call, UUID allocation) {
        Optional<String> last = call.header("Last-Event-ID");
        if (last.isPresent()) {
            return Long.parseLong(last.get());
        }
        return call.queryInteger("tailLines").isPresent() ? tail(call, allocation) : 0;
    }

    /** Sends what there is from {@code offset} on; returns where to go on. */
    private long sendAll(UUID allocation, long offset, boolean ended, EventSink sink) throws InterruptedException {
        long at = offset;
        while (!sink.gone()) {
            Piece piece = logs.read(allocation, at, PIECE_BYTES);
            int whole = ended && piece.bytes().length < PIECE_BYTES
                    ? piece.bytes().length
                    : Utf8Pieces.wholeCharacters(piece.bytes());
            if (whole == 0) {
                return at;
            }
            long next = piece.from() + whole;
            sink.send(
                    "log",
                    Long.toString(next),
                    Json.object()
                            .put("offset", piece.from())
                            .put("next", next)
                            .put("text", Utf8Pieces.text(piece.bytes(), whole)));
            at = next;
        }
        return at;
    }
}
