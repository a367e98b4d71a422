package dev.wellfield.core.billing;

import dev.wellfield.core.billing.InvoiceLine.Item;
import dev.wellfield.core.billing.InvoiceLine.Note;
import dev.wellfield.core.billing.InvoiceLine.Unit;
import dev.wellfield.core.billing.PriceBook.TokenPrice;
import dev.wellfield.core.metering.TokenTotal;
import dev.wellfield.core.metering.UsageFact.Tokens;
import dev.wellfield.core.tenancy.PlanType;
import dev.wellfield.core.tenancy.Tenant;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Rates tokens by the million, input and output apart. Calls of one's own model cost nothing and show their list value. */
final class TokenRating {
    private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);

    private static final Pattern FITS_IN_KEY = Pattern.compile("[a-z0-9.-]{1,100}");

    private TokenRating() {}

    static List<InvoiceLine> lines(Tenant tenant, PriceBook prices, List<TokenTotal> totals) {
        List<InvoiceLine> lines = new ArrayList<>();
        if (tenant.tokensPlan().type() == PlanType.UNLIMITED) {
            lines.add(flat(prices));
        }
        Map<String, TokenTotal> byModel = new TreeMap<>();
        totals.forEach(total -> byModel.merge(key(Item.INPUT_TOKENS, total), total, TokenTotal::plus));
        for (TokenTotal used : byModel.values()) {
            lines.add(line(Item.INPUT_TOKENS, tenant, prices, used));
            lines.add(line(Item.OUTPUT_TOKENS, tenant, prices, used));
        }
        return lines;
    }

    static boolean belongs(Tokens fact, InvoiceLine line) {
        return switch (line.item()) {
            case INPUT_TOKENS, OUTPUT_TOKENS ->
                key(line.item(), fact.plan(), fact.modelOwner(), fact.model()).equals(line.key());
            case UNLIMITED_TOKENS -> fact.plan() == PlanType.UNLIMITED;
            case RESERVED_CARDS, CARD_HOURS, SPOT_CARD_HOURS -> false;
        };
    }

    private static InvoiceLine flat(PriceBook prices) {
        BigDecimal price = prices.unlimitedTokensPerMonth();
        Money amount = prices.money(price == null ? BigDecimal.ZERO : price);
        return new InvoiceLine(
                "unlimited-tokens",
                Item.UNLIMITED_TOKENS,
                null,
                BigDecimal.ONE,
                Unit.MONTH,
                amount,
                amount.rounded(),
                amount.rounded(),
                false,
                false,
                false,
                price == null ? List.of(Note.NO_PRICE) : List.of(),
                List.of(new ChargeStep.FlatPrice(amount.amount())));
    }

    private static String key(Item item, TokenTotal total) {
        return key(item, total.plan(), total.modelOwner(), total.model());
    }

    /** No two owners and models give the same: in "a-b-c" the owner is "a", in "a-b__c" it is "a-b". */
    private static String key(Item item, PlanType type, String owner, String model) {
        String plan = type == PlanType.UNLIMITED ? "unlimited-" : "";
        String direction = item == Item.INPUT_TOKENS ? "input" : "output";
        String separator = owner.contains("-") ? "__" : "-";
        return plan + direction + "-tokens-" + owner + separator + inKey(model);
    }

    /** The model's name; what a key can't hold, or not at that length, is told apart by a digest. */
    private static String inKey(String model) {
        if (FITS_IN_KEY.matcher(model).matches()) {
            return model;
        }
        String like = model.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.-]", "-");
        String digest =
                UUID.nameUUIDFromBytes(model.getBytes(StandardCharsets.UTF_8)).toString();
        return like.substring(0, Math.min(40, like.length())) + "_" + digest;
    }

    private static InvoiceLine line(Item item, Tenant tenant, PriceBook prices, TokenTotal used) {
        long tokens =
                item == Item.INPUT_TOKENS ? used.count().prompt() : used.count().completion();
        BigDecimal millions = BigDecimal.valueOf(tokens).divide(MILLION);
        TokenPrice price = prices.tokens(used.model()).orElse(null);
        BigDecimal perMillion = price == null
                ? BigDecimal.ZERO
                : item == Item.INPUT_TOKENS ? price.inputPerMillion() : price.outputPerMillion();
        List<Note> notes = notes(tenant, used, price);
        boolean free = notes.contains(Note.OWN_MODEL) || notes.contains(Note.COVERED_BY_UNLIMITED);
        Money list = prices.money(millions.multiply(perMillion));
        return new InvoiceLine(
                key(item, used),
                item,
                used.model(),
                millions,
                Unit.MILLION_TOKENS,
                prices.money(free ? BigDecimal.ZERO : perMillion),
                (free ? Money.zero(prices.currency()) : list).rounded(),
                list.rounded(),
                false,
                used.estimated() > 0,
                used.simulated(),
                notes,
                steps(used, tokens, perMillion, list, notes));
    }

    private static List<ChargeStep> steps(
            TokenTotal used, long tokens, BigDecimal perMillion, Money list, List<Note> notes) {
        List<ChargeStep> steps = new ArrayList<>();
        steps.add(new ChargeStep.Tokens(used.requests(), BigDecimal.valueOf(tokens)));
        steps.add(new ChargeStep.MillionsTimesPrice(perMillion, list.amount()));
        if (notes.contains(Note.OWN_MODEL)) {
            steps.add(new ChargeStep.OwnModel());
        } else if (notes.contains(Note.COVERED_BY_UNLIMITED)) {
            steps.add(new ChargeStep.CoveredByUnlimited());
        }
        return steps;
    }

    private static List<Note> notes(Tenant tenant, TokenTotal used, @Nullable TokenPrice price) {
        List<Note> notes = new ArrayList<>();
        if (used.modelOwner().equals(tenant.name())) {
            notes.add(Note.OWN_MODEL);
        } else if (used.plan() == PlanType.UNLIMITED) {
            notes.add(Note.COVERED_BY_UNLIMITED);
        }
        if (price == null) {
            notes.add(Note.NO_PRICE);
        }
        return notes;
    }
}
