package dev.wellfield.server.money;

import dev.wellfield.core.billing.InvoiceLine;
import dev.wellfield.core.billing.InvoicePreview;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Previews as CSV (RFC 4180): a header, a record for each line, decimals as they are. Text that a spreadsheet would take for a
 * formula is led by an apostrophe.
 */
final class InvoiceCsv {
    private static final String HEADER =
            "tenant,month,line,item,cardModel,model,quantity,unit,unitPrice,amount,listAmount,"
                    + "currency,capped,estimated,simulated,notes";

    private static final Pattern FORMULA = Pattern.compile("^[=+\\-@\\t\\r].*", Pattern.DOTALL);
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");

    private InvoiceCsv() {}

    static String of(List<InvoicePreview> previews) {
        StringBuilder csv = new StringBuilder(HEADER).append("\r\n");
        for (InvoicePreview preview : previews) {
            preview.lines().forEach(line -> csv.append(record(preview, line)).append("\r\n"));
        }
        return csv.toString();
    }

    private static String record(InvoicePreview preview, InvoiceLine line) {
        String subject = line.subject() == null ? "" : line.subject();
        boolean cards = InvoiceJson.aboutCards(line);
        return List.of(
                        preview.tenant(),
                        preview.month().toString(),
                        line.key(),
                        line.item().name(),
                        cards ? subject : "",
                        cards ? "" : subject,
                        InvoiceJson.plain(line.quantity()),
                        line.unit().name(),
                        InvoiceJson.plain(line.unitPrice().amount()),
                        InvoiceJson.plain(line.amount().amount()),
                        InvoiceJson.plain(line.listAmount().amount()),
                        line.amount().currency().getCurrencyCode(),
                        Boolean.toString(line.capped()),
                        Boolean.toString(line.estimated()),
                        Boolean.toString(line.simulated()),
                        line.notes().stream().map(Enum::name).collect(Collectors.joining(" ")))
                .stream()
                .map(InvoiceCsv::field)
                .collect(Collectors.joining(","));
    }

    static String field(String value) {
        boolean formula =
                FORMULA.matcher(value).matches() && !NUMBER.matcher(value).matches();
        String safe = formula ? "'" + value : value;
        boolean plain = safe.chars().noneMatch(it -> it == ',' || it == '"' || it == '\n' || it == '\r');
        return plain ? safe : '"' + safe.replace("\"", "\"\"") + '"';
    }
}
