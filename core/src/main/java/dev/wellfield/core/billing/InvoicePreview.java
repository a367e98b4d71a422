package dev.wellfield.core.billing;

import dev.wellfield.core.metering.TimeWindow;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/** What a tenant's month would cost if it ended now. */
public record InvoicePreview(
        String tenant,
        YearMonth month,
        ZoneId zone,
        TimeWindow window,
        Instant asOf,
        String priceBook,
        List<InvoiceLine> lines,
        Money total) {
    public InvoicePreview {
        lines = List.copyOf(lines);
    }

    public Optional<InvoiceLine> line(String key) {
        return lines.stream().filter(line -> line.key().equals(key)).findFirst();
    }
}
