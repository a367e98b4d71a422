package dev.wellfield.server.money;

import dev.wellfield.core.billing.InvoiceLine;
import dev.wellfield.core.billing.InvoicePreview;
import dev.wellfield.core.scheduling.Cluster;
import dev.wellfield.core.tenancy.Grants.Visible;
import dev.wellfield.core.tenancy.Permission;
import dev.wellfield.core.tenancy.Tenant;
import dev.wellfield.server.rest.Call;
import dev.wellfield.server.rest.OperationHandler;
import dev.wellfield.server.rest.Problem;
import dev.wellfield.server.rest.Reply;
import dev.wellfield.store.Database;
import dev.wellfield.store.Json;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

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
        return Map.of(
                "previewInvoice", this::preview,
                "exportInvoicePreview", this::export,
                "listInvoicePreviews", this::all,
                "exportInvoicePreviews", this::exportAll,
                "listInvoiceMonths", this::months,
                "traceInvoiceLine", this::trace);
    }

    private Reply preview(Call call) {
        return Reply.ok(InvoiceJson.of(one(call)));
    }

    private Reply export(Call call) {
        InvoicePreview preview = one(call);
        return csv(List.of(preview), "invoice-" + preview.tenant() + "-" + preview.month() + ".csv");
    }

    private InvoicePreview one(Call call) {
        Instant now = clock.instant();
        YearMonth month = YearMonth.parse(call.path("month"));
        return database.snapshot(tx -> Account.read(tx, call.path("tenant"), month, now))
                .preview();
    }

    private Reply all(Call call) {
        return Reply.ok(InvoiceJson.of(call.path("month"), each(call)));
    }

    private Reply exportAll(Call call) {
        return csv(each(call), "invoices-" + call.path("month") + ".csv");
    }

    /**
     * Every tenant's whose invoices the caller may see, by name, of those that were put away the ones with something in it; a
     * month is that of each tenant's zone.
     */
    private List<InvoicePreview> each(Call call) {
        Instant now = clock.instant();
        YearMonth month = YearMonth.parse(call.path("month"));
        Visible visible = call.caller().grants().visible(Permission.BILLING_READ);
        return database.snapshot(tx -> {
            Set<String> there = tx.declared().tenants().keySet();
            return tx.declared().tenantsEver().values().stream()
                    .filter(tenant -> visible.shows(tenant.name()))
                    .sorted(Comparator.comparing(Tenant::name))
                    .map(tenant -> Account.read(tx, tenant, month, now).preview())
                    .filter(preview ->
                            there.contains(preview.tenant()) || !preview.lines().isEmpty())
                    .toList();
        });
    }

    private Reply months(Call call) {
        Instant now = clock.instant();
        String name = call.path("tenant");
        int months = Math.toIntExact(call.queryInteger("months").orElseThrow());
        return database.snapshot(tx -> {
            Tenant tenant = Optional.ofNullable(tx.declared().tenantsEver().get(name))
                    .orElseThrow(() -> Problem.notFound("tenant", name).exception());
            YearMonth current = YearMonth.from(now.atZone(tenant.zone()));
            ObjectNode json = Json.object().put("tenant", name);
            ArrayNode items = json.putArray("items");
            for (int back = 0; back < months; back++) {
                items.add(InvoiceJson.month(
                        Account.read(tx, tenant, current.minusMonths(back), now).preview()));
            }
            return Reply.ok(json);
        });
    }

    private static Reply csv(List<InvoicePreview> previews, String file) {
        return new Reply.Text(
                200,
                "text/csv; charset=utf-8",
                InvoiceCsv.of(previews),
                Map.of("Content-Disposition", "attachment; filename=\"" + file + "\""));
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
