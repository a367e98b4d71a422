package dev.wellfield.core.metering;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A tenant's usage of a window, as far apart as money needs it: by card and by model. Facts outside the window don't count;
 * card time across its ends is cut there, tokens belong where they were settled. The database sums up by the same rule.
 */
public record UsageTotals(List<CardTotal> cards, List<TokenTotal> tokens) {
    public UsageTotals {
        cards = List.copyOf(cards);
        tokens = List.copyOf(tokens);
    }

    public static UsageTotals of(List<? extends UsageFact> facts, TimeWindow window) {
        List<CardTotal> cards = new ArrayList<>();
        List<TokenTotal> tokens = new ArrayList<>();
        for (UsageFact fact : facts) {
            switch (fact) {
                case UsageFact.CardTime held ->
                    held.within(window).map(CardTotal::of).ifPresent(cards::add);
                case UsageFact.Tokens used -> {
                    if (window.contains(used.settledAt())) {
                        tokens.add(TokenTotal.of(used));
                    }
                }
            }
        }
        return new UsageTotals(summed(cards), summedTokens(tokens));
    }

    /** Both together. */
    public UsageTotals plus(UsageTotals other) {
        List<CardTotal> allCards = new ArrayList<>(cards);
        allCards.addAll(other.cards);
        List<TokenTotal> allTokens = new ArrayList<>(tokens);
        allTokens.addAll(other.tokens);
        return new UsageTotals(summed(allCards), summedTokens(allTokens));
    }

    private static List<CardTotal> summed(List<CardTotal> all) {
        Map<String, CardTotal> byCard = new TreeMap<>();
        all.forEach(it -> byCard.merge(
                it.plan() + " " + it.cardModel() + " " + it.node() + " " + it.card(), it, CardTotal::plus));
        return List.copyOf(byCard.values());
    }

    private static List<TokenTotal> summedTokens(List<TokenTotal> all) {
        Map<String, TokenTotal> byModel = new TreeMap<>();
        all.forEach(it -> byModel.merge(it.plan() + " " + it.modelOwner() + " " + it.model(), it, TokenTotal::plus));
        return List.copyOf(byModel.values());
    }
}
