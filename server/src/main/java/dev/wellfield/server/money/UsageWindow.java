package dev.wellfield.server.money;

import dev.wellfield.core.metering.TimeWindow;
import dev.wellfield.core.tenancy.Tenant;
import dev.wellfield.server.access.TenantQuery;
import dev.wellfield.server.rest.Call;
import dev.wellfield.server.rest.FieldError;
import dev.wellfield.server.rest.Problem;
import dev.wellfield.store.Transaction;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.Set;
import java.util.stream.Collectors;

/** The window that a call about usage asks for, in a zone. */
final class UsageWindow {
    private static final ZoneId UTC = ZoneId.of("UTC");

    private UsageWindow() {}

    /** That of all tenants shown, as on their invoices; where they have several, UTC. */
    static ZoneId zone(Transaction tx, TenantQuery shown) {
        var tenants =
                shown.tenant() == null ? tx.declared().tenants() : tx.declared().tenantsEver();
        Set<ZoneId> zones = tenants.values().stream()
                .filter(it -> shown.visible().shows(it.name())
                        && (shown.tenant() == null || it.name().equals(shown.tenant())))
                .map(Tenant::zone)
                .collect(Collectors.toSet());
        return zones.size() == 1 ? zones.iterator().next() : UTC;
    }

    /** From the start of the month up to now, unless the call says otherwise. */
    static TimeWindow of(Call call, ZoneId zone, Instant now) {
        Instant to = call.query("to")
                .map(text -> OffsetDateTime.parse(text).toInstant())
                .orElse(now);
        Instant from = call.query("from")
                .map(text -> OffsetDateTime.parse(text).toInstant())
                .orElseGet(() -> YearMonth.from(to.atZone(zone))
                        .atDay(1)
                        .atStartOfDay(zone)
                        .toInstant());
        if (to.isBefore(from)) {
            throw Problem.invalid(FieldError.of("query/to", to.toString(), "not before from (" + from + ")"))
                    .exception();
        }
        return new TimeWindow(from, to);
    }
}
