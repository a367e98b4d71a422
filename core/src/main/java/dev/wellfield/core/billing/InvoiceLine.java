package dev.wellfield.core.billing;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One line of an invoice or its preview.
 *
 * @param key names the line within its tenant and month, and stays the same while the month goes on
 * @param subject the card model or the model that it is about; null for flat prices
 * @param quantity in {@code unit}, exact
 * @param unitPrice exact
 * @param amount rounded to the minor unit
 * @param listAmount what it would be without plan, discount and ownership, rounded
 * @param steps how the amount came about, in order
 */
public record InvoiceLine(
        String key,
        Item item,
        @Nullable String subject,
        BigDecimal quantity,
        Unit unit,
        Money unitPrice,
        Money amount,
        Money listAmount,
        boolean capped,
        boolean estimated,
        boolean simulated,
        List<Note> notes,
        List<ChargeStep> steps) {
    public InvoiceLine {
        notes = List.copyOf(notes);
        steps = List.copyOf(steps);
    }

    /** What is charged for. */
    public enum Item {
        RESERVED_CARDS,
        CARD_HOURS,
        SPOT_CARD_HOURS,
        UNLIMITED_TOKENS,
        INPUT_TOKENS,
        OUTPUT_TOKENS
    }

    /** What the quantity counts. */
    public enum Unit {
        CARD_MONTH,
        CARD_HOUR,
        MONTH,
        MILLION_TOKENS
    }

    /** Why the amount isn't simply quantity times list price. */
    public enum Note {
        OWN_MODEL,
        COVERED_BY_RESERVATION,
        COVERED_BY_UNLIMITED,
        NO_PRICE
    }
}
