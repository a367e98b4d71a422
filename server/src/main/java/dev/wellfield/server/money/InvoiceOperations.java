package dev.wellfield.server.money;

import dev.wellfield.core.billing.InvoiceLine;
import dev.wellfield.core.scheduling.Cluster;
import dev.wellfield.server.rest.Call;
import dev.wellfield.server.rest.OperationHandler;
import dev.wellfield.server.rest.Problem;
import dev.wellfield.server.rest.Reply;
import dev.wellfield.store.Database;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.util.Map;
import java.util.stream.Collectors;

/** Invoice previews over REST, and the proof of each line. */
public final class InvoiceOperations {
    private final Database database;
    private final Cluster cluster;
    private final InstantSource clock;

    public InvoiceOperations(Database database, Cluster cluster, InstantSource clock) {
        this.database = database;
        this.cluster = cluster;
        this.clock = clock;
    }

    public Map<String, OperationHandler> operations() {
        return Map.of("previewInvoice", this::preview, "traceInvoiceLine", this::trace);
    }

    private Reply preview(Call call) {
        Instant now = clock.instant();
        YearMonth month = YearMonth.parse(call.path("month"));
        return Reply.ok(InvoiceJson.of(database.snapshot(tx -> Account.read(tx, call.path("tenant"), month, now))
                .preview()));
    }

    private Reply trace(Call call) {
        Instant now = clock.instant();
        YearMonth month = YearMonth.parse(call.path("month"));
        String key = call.path("line");
        return database.snapshot(tx -> {
            Account account = Account.read(tx, call.path("tenant"), month, now);
            InvoiceLine line = account.preview().line(key).orElseThrow(() -> {
                String known =
                        account.preview().lines().stream().map(InvoiceLine::key).collect(Collectors.joining(", "));
                return Problem.of(
                                404,
                                "not-found",
                                "Not found",
                                "The preview of " + month + " has no line \"" + key + "\"."
                                        + (known.isEmpty() ? " It has none yet." : " It has: " + known + "."))
                        .exception();
            });
            return Reply.ok(new LineTrace(tx, cluster, account, line, now).json());
        });
    }
}
