package dev.wellfield.core.billing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.core.billing.InvoiceLine.Item;
import dev.wellfield.core.billing.InvoiceLine.Note;
import dev.wellfield.core.billing.PriceBook.CardPrice;
import dev.wellfield.core.billing.PriceBook.TokenPrice;
import dev.wellfield.core.billing.Subscription.Term;
import dev.wellfield.core.metering.TimeWindow;
import dev.wellfield.core.metering.UsageFact;
import dev.wellfield.core.metering.UsageTotals;
import dev.wellfield.core.serving.Outcome;
import dev.wellfield.core.serving.TokenCount;
import dev.wellfield.core.tenancy.Plan;
import dev.wellfield.core.tenancy.PlanType;
import dev.wellfield.core.tenancy.Tenant;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Currency;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Invoices reckoned by hand from the example's prices: 2,800 a month for a card, 1 and 2 for a million tokens. */
final class RatingTest {
    private static final Currency CNY = Currency.getInstance("CNY");
    private static final YearMonth JANUARY = YearMonth.of(2026, 1);
    private static final PriceBook PRICES = new PriceBook(
            "list-2026",
            CNY,
            Map.of("A100-40GB", new CardPrice(decimal("2800"), 50, 200, decimal("100"), 200)),
            Map.of(
                    "qwen2.5-7b-instruct", new TokenPrice(decimal("1.00"), decimal("2.00")),
                    "tiny", new TokenPrice(decimal("0.005"), decimal("0.005")),
                    "odd", new TokenPrice(decimal("0.6"), decimal("0.6"))),
            decimal("500"));

    private final List<UsageFact> facts = new ArrayList<>();
    private final List<Subscription> subscriptions = new ArrayList<>();

    @Test
    void three_cards_for_a_year_cost_the_discounted_price_and_two_times_less_for_loyalty() {
        subscribe("three-cards", 3, Term.YEAR, "2026-01-01", null);

        InvoiceLine line = only(preview(JANUARY));

        // 2,800 x 0.80 = 2,240; each further unit 2,240 - 100 = 2,140; 2,240 + 2,140 + 2,140 = 6,520
        assertThat(line.amount()).isEqualTo(cny("6520.00"));
        assertThat(line.listAmount()).isEqualTo(cny("8400.00"));
        assertThat(line.key()).isEqualTo("reserved-three-cards");
        assertThat(line.steps())
                .containsExactly(
                        new ChargeStep.MonthPrice(decimal("2800"), 200, Term.YEAR, decimal("2240")),
                        new ChargeStep.FurtherUnit(decimal("100"), decimal("2140")),
                        new ChargeStep.Units(3, decimal("6520")));
    }

    @Test
    void steps_that_take_nothing_off_are_left_out() {
        subscribe("one-card", 1, Term.MONTH, "2026-01-01", null);

        assertThat(only(preview(JANUARY)).steps())
                .containsExactly(new ChargeStep.MonthPrice(decimal("2800"), 0, null, decimal("2800")));
    }

    @Test
    void the_steps_of_hours_say_that_shares_are_among_them() {
        hold(PlanType.PAY_AS_YOU_GO, 0, 500, "2026-01-10T00:00:00Z", Duration.ofHours(10));

        List<ChargeStep> steps = only(preview(JANUARY)).steps();

        assertThat(steps).hasSize(3);
        assertThat(steps.get(0)).isInstanceOfSatisfying(ChargeStep.CardHours.class, hours -> {
            assertThat(hours.facts()).isEqualTo(1);
            assertThat(hours.shared()).isTrue();
            assertThat(hours.value()).isEqualByComparingTo("5");
        });
        assertThat(steps.get(1))
                .isInstanceOfSatisfying(
                        ChargeStep.HourPrice.class,
                        price -> assertThat(price.spotPermille()).isEqualTo(1000));
        assertThat(steps.get(1).value()).isBetween(decimal("3.8356164383"), decimal("3.8356164384"));
        assertThat(steps.get(2)).isInstanceOf(ChargeStep.HoursTimesPrice.class);
        assertThat(steps.get(2).value()).isBetween(decimal("19.1780821917"), decimal("19.1780821918"));
    }

    @Test
    void the_steps_of_spot_say_its_part_of_the_price_and_those_of_a_full_month_its_cap() {
        hold(PlanType.SPOT, 0, 1000, "2025-12-31T16:00:00Z", Duration.ofDays(31));

        List<ChargeStep> steps = only(preview(JANUARY)).steps();

        assertThat(steps.get(1))
                .isInstanceOfSatisfying(
                        ChargeStep.HourPrice.class,
                        price -> assertThat(price.spotPermille()).isEqualTo(200));
        assertThat(steps.get(2))
                .isInstanceOfSatisfying(
                        ChargeStep.MonthPriceAtMost.class,
                        most -> assertThat(most.perMonth()).isEqualByComparingTo("560"));
    }

    @Test
    void exactly_730_hours_cost_the_month_price_to_the_last_digit() {
        hold(PlanType.PAY_AS_YOU_GO, 0, 1000, "2025-12-31T16:00:00Z", Duration.ofHours(730));

        InvoiceLine line = only(preview(JANUARY));

        assertThat(line.amount()).isEqualTo(cny("2800.00"));
        assertThat(line.capped()).as("nothing was taken off").isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "MONTH, 1, 2800.00", // the list price
        "QUARTER, 1, 2660.00", // 5 % off
        "YEAR, 1, 2240.00", // 20 % off
        "MONTH, 2, 5500.00", // 2,800 + 2,700
        "YEAR, 8, 17220.00" // 2,240 + 7 x 2,140
    })
    void the_longer_the_term_the_cheaper(Term term, int units, String amount) {
        subscribe("cards", units, term, "2025-01-01", null);

        assertThat(only(preview(JANUARY)).amount()).isEqualTo(cny(amount));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-16, , 1445.16, 2026-01", // 16 of 31 days: 44,800 / 31 = 1,445.1612...
        "2026-01-31, , 90.32, 2026-01", // 1 of 31 days
        "2025-06-01, 2026-02-15, 1400.00, 2026-02", // 14 of 28 days: the last day is the 14th
        "2026-02-10, 2026-02-20, 1000.00, 2026-02", // 10 of 28 days
        "2026-01-01, , 2800.00, 2026-02"
    })
    void a_part_of_a_month_is_charged_by_its_days(
            String starts, @Nullable String ends, String amount, YearMonth month) {
        subscribe("card", 1, Term.MONTH, starts, ends);

        InvoiceLine line = only(preview(month));

        assertThat(line.amount()).isEqualTo(cny(amount));
        assertThat(line.listAmount())
                .as("without discount it would be the same")
                .isEqualTo(cny(amount));
    }

    @Test
    void a_subscription_is_not_charged_before_it_starts_or_after_it_ends() {
        subscribe("later", 1, Term.MONTH, "2026-02-01", null);
        subscribe("over", 1, Term.MONTH, "2025-01-01", "2026-01-01");

        assertThat(preview(JANUARY).lines()).isEmpty();
        assertThat(preview(JANUARY).total()).isEqualTo(cny("0.00"));
    }

    @Test
    void hours_cost_the_month_price_divided_by_730() {
        hold(PlanType.PAY_AS_YOU_GO, 0, 1000, "2026-01-10T00:00:00Z", Duration.ofHours(10));

        InvoiceLine line = only(preview(JANUARY));

        // 2,800 / 730 = 3.8356...; x 10 = 38.356...
        assertThat(line.item()).isEqualTo(Item.CARD_HOURS);
        assertThat(line.quantity()).isEqualByComparingTo("10");
        assertThat(line.amount()).isEqualTo(cny("38.36"));
        assertThat(line.listAmount()).isEqualTo(cny("38.36"));
        assertThat(line.capped()).isFalse();
    }

    @Test
    void half_a_card_costs_half() {
        hold(PlanType.PAY_AS_YOU_GO, 0, 500, "2026-01-10T00:00:00Z", Duration.ofHours(10));

        // 5 x 3.8356... = 19.178...
        assertThat(only(preview(JANUARY)).amount()).isEqualTo(cny("19.18"));
    }

    @Test
    void a_card_held_all_month_costs_the_month_price_and_no_more() {
        holdAllJanuary(0);

        InvoiceLine line = only(preview(JANUARY));

        // 744 h x 3.8356... = 2,853.698...: capped
        assertThat(line.quantity()).isEqualByComparingTo("744");
        assertThat(line.amount()).isEqualTo(cny("2800.00"));
        assertThat(line.capped()).isTrue();
    }

    @Test
    void a_short_month_stays_below_the_cap() {
        hold(PlanType.PAY_AS_YOU_GO, 0, 1000, "2026-01-31T16:00:00Z", Duration.ofDays(28));

        // 672 h x 3.8356... = 2,577.534...
        assertThat(only(preview(YearMonth.of(2026, 2))).amount()).isEqualTo(cny("2577.53"));
    }

    @Test
    void two_workloads_that_hold_one_card_in_turn_are_capped_together() {
        hold(PlanType.PAY_AS_YOU_GO, 0, 1000, "2025-12-31T16:00:00Z", Duration.ofHours(372));
        hold(PlanType.PAY_AS_YOU_GO, 0, 1000, "2026-01-16T04:00:00Z", Duration.ofHours(372));

        assertThat(only(preview(JANUARY)).amount()).isEqualTo(cny("2800.00"));
    }

    @Test
    void two_cards_are_capped_each_by_itself() {
        holdAllJanuary(0);
        hold(PlanType.PAY_AS_YOU_GO, 1, 1000, "2026-01-10T00:00:00Z", Duration.ofHours(10));

        InvoiceLine line = only(preview(JANUARY));

        // 2,800 + 38.356...
        assertThat(line.amount()).isEqualTo(cny("2838.36"));
        assertThat(line.capped()).isTrue();
    }

    @Test
    void spot_costs_a_fifth_and_shows_the_list_price() {
        hold(PlanType.SPOT, 0, 1000, "2026-01-10T00:00:00Z", Duration.ofHours(100));

        InvoiceLine line = only(preview(JANUARY));

        // 100 x 3.8356... = 383.561...; a fifth is 76.712...
        assertThat(line.item()).isEqualTo(Item.SPOT_CARD_HOURS);
        assertThat(line.amount()).isEqualTo(cny("76.71"));
        assertThat(line.listAmount()).isEqualTo(cny("383.56"));
    }

    @Test
    void what_a_reservation_covers_costs_nothing_more() {
        subscribe("three-cards", 3, Term.YEAR, "2026-01-01", null);
        hold(PlanType.RESERVED, 0, 1000, "2026-01-10T00:00:00Z", Duration.ofHours(10));

        InvoicePreview preview = preview(JANUARY);

        InvoiceLine use = preview.line("reserved-use-a100-40gb").orElseThrow();
        assertThat(use.amount()).isEqualTo(cny("0.00"));
        assertThat(use.listAmount()).isEqualTo(cny("38.36"));
        assertThat(use.notes()).containsExactly(Note.COVERED_BY_RESERVATION);
        assertThat(preview.total()).isEqualTo(cny("6520.00"));
        assertThat(Rating.factsOf(preview.line("reserved-three-cards").orElseThrow(), preview.window(), facts))
                .hasSize(1);
    }

    @Test
    void a_subscription_of_any_name_has_a_line_of_its_own() {
        subscribe("use-a100-40gb", 1, Term.MONTH, "2026-01-01", null);
        subscribe("hours-a100-40gb", 1, Term.MONTH, "2026-01-01", null);
        hold(PlanType.RESERVED, 0, 1000, "2026-01-10T00:00:00Z", Duration.ofHours(10));

        assertThat(preview(JANUARY).lines())
                .extracting(InvoiceLine::key)
                .hasSize(3)
                .doesNotHaveDuplicates();
    }

    @Test
    void calls_of_ones_own_model_cost_nothing_and_show_their_list_value() {
        call("inference", "qwen2.5-7b-instruct", PlanType.PAY_AS_YOU_GO, 1_500_000, 250_000);

        InvoicePreview preview = preview(JANUARY);

        InvoiceLine input =
                preview.line("input-tokens-inference-qwen2.5-7b-instruct").orElseThrow();
        assertThat(input.amount()).isEqualTo(cny("0.00"));
        assertThat(input.listAmount()).isEqualTo(cny("1.50"));
        assertThat(input.notes()).containsExactly(Note.OWN_MODEL);
        assertThat(preview.total()).isEqualTo(cny("0.00"));
    }

    @Test
    void calls_of_anothers_model_cost_by_the_million() {
        call("platform", "qwen2.5-7b-instruct", PlanType.PAY_AS_YOU_GO, 1_500_000, 250_000);

        InvoicePreview preview = preview(JANUARY);

        assertThat(preview.line("input-tokens-platform-qwen2.5-7b-instruct")
                        .orElseThrow()
                        .amount())
                .isEqualTo(cny("1.50"));
        assertThat(preview.line("output-tokens-platform-qwen2.5-7b-instruct")
                        .orElseThrow()
                        .amount())
                .isEqualTo(cny("0.50"));
        assertThat(preview.total()).isEqualTo(cny("2.00"));
    }

    @Test
    void unlimited_tokens_cost_a_flat_price_and_show_what_they_would_have_cost() {
        call("platform", "qwen2.5-7b-instruct", PlanType.UNLIMITED, 900_000_000, 0);

        InvoicePreview preview = preview(tenant("Asia/Shanghai", PlanType.UNLIMITED), JANUARY, PRICES);

        assertThat(preview.line("unlimited-tokens").orElseThrow().amount()).isEqualTo(cny("500.00"));
        InvoiceLine input = preview.line("unlimited-input-tokens-platform-qwen2.5-7b-instruct")
                .orElseThrow();
        assertThat(input.amount()).isEqualTo(cny("0.00"));
        assertThat(input.listAmount()).isEqualTo(cny("900.00"));
        assertThat(input.notes()).containsExactly(Note.COVERED_BY_UNLIMITED);
        assertThat(preview.total()).isEqualTo(cny("500.00"));
    }

    @Test
    void tokens_from_before_a_change_of_plan_have_a_line_of_their_own() {
        call("platform", "qwen2.5-7b-instruct", PlanType.PAY_AS_YOU_GO, 1_000_000, 0);
        call("platform", "qwen2.5-7b-instruct", PlanType.UNLIMITED, 5_000_000, 0);

        InvoicePreview preview = preview(tenant("Asia/Shanghai", PlanType.UNLIMITED), JANUARY, PRICES);

        // 500 flat and 1 for the first million
        assertThat(preview.total()).isEqualTo(cny("501.00"));
    }

    @Test
    void a_line_is_rounded_once() {
        call("platform", "odd", PlanType.PAY_AS_YOU_GO, 1_000_000, 0);
        call("platform", "odd", PlanType.PAY_AS_YOU_GO, 234_567, 0);

        // 1,234,567 x 0.0000006 = 0.7407402
        assertThat(preview(JANUARY).total()).isEqualTo(cny("0.74"));
    }

    @Test
    void the_total_is_the_sum_of_rounded_lines() {
        call("a", "tiny", PlanType.PAY_AS_YOU_GO, 1_000_000, 0);
        call("b", "tiny", PlanType.PAY_AS_YOU_GO, 1_000_000, 0);
        call("c", "tiny", PlanType.PAY_AS_YOU_GO, 1_000_000, 0);

        // three lines of 0.005: 0.01 each, not 0.015 together
        assertThat(preview(JANUARY).total()).isEqualTo(cny("0.03"));
    }

    @Test
    void what_has_no_price_is_charged_nothing_and_says_so() {
        PriceBook none = new PriceBook("empty", CNY, Map.of(), Map.of(), null);
        subscribe("card", 1, Term.MONTH, "2026-01-01", null);
        hold(PlanType.PAY_AS_YOU_GO, 0, 1000, "2026-01-10T00:00:00Z", Duration.ofHours(10));
        hold(PlanType.SPOT, 1, 1000, "2026-01-10T00:00:00Z", Duration.ofHours(10));
        hold(PlanType.RESERVED, 2, 1000, "2026-01-10T00:00:00Z", Duration.ofHours(10));
        call("platform", "qwen2.5-7b-instruct", PlanType.PAY_AS_YOU_GO, 1_000_000, 1_000_000);

        InvoicePreview preview = preview(tenant("Asia/Shanghai", PlanType.UNLIMITED), JANUARY, none);

        assertThat(preview.lines()).hasSize(7).allMatch(line -> line.notes().contains(Note.NO_PRICE));
        assertThat(preview.total()).isEqualTo(cny("0.00"));
        assertThat(preview.line("card-hours-a100-40gb").orElseThrow().quantity())
                .isEqualByComparingTo("10");
    }

    @Test
    void a_fact_across_the_end_of_a_month_is_cut_there() {
        // 22:15:00 on 31 January to 03:45:30 on 1 February in Shanghai
        hold(PlanType.PAY_AS_YOU_GO, 0, 1000, "2026-01-31T14:15:00Z", Duration.ofSeconds(19_830));

        // 6,300 s = 1.75 h: 6.712...; 13,530 s = 3.758 h: 14.415...
        assertThat(only(preview(JANUARY)).quantity()).isEqualByComparingTo("1.75");
        assertThat(only(preview(JANUARY)).amount()).isEqualTo(cny("6.71"));
        assertThat(only(preview(YearMonth.of(2026, 2))).amount()).isEqualTo(cny("14.42"));
        assertThat(preview(YearMonth.of(2026, 3)).lines()).isEmpty();
    }

    @Test
    void tokens_belong_to_the_month_in_which_they_were_settled() {
        Instant midnight = Instant.parse("2026-01-31T16:00:00Z");
        facts.add(tokens("platform", "odd", PlanType.PAY_AS_YOU_GO, midnight.minusSeconds(5), midnight, 1_000_000, 0));

        assertThat(preview(JANUARY).lines()).isEmpty();
        assertThat(preview(YearMonth.of(2026, 2)).total()).isEqualTo(cny("0.60"));
    }

    @ParameterizedTest
    @CsvSource({"2026-03, 743, 1460.00, true", "2026-11, 721, 1442.00, false"})
    void a_month_with_a_clock_change_is_charged_by_the_hours_it_really_has(
            YearMonth month, String hours, String amount, boolean capped) {
        PriceBook twoAnHour = new PriceBook(
                "two",
                CNY,
                Map.of("A100-40GB", new CardPrice(decimal("1460"), 0, 0, decimal("0"), 1000)),
                Map.of(),
                null);
        Tenant newYorker = tenant("America/New_York", PlanType.PAY_AS_YOU_GO);
        TimeWindow window = TimeWindow.of(month, newYorker.zone());
        facts.add(cardTime(PlanType.PAY_AS_YOU_GO, 0, 1000, window));

        InvoiceLine line = only(preview(newYorker, month, twoAnHour));

        assertThat(line.quantity()).isEqualByComparingTo(hours);
        assertThat(line.amount()).isEqualTo(cny(amount));
        assertThat(line.capped()).isEqualTo(capped);
    }

    @Test
    void what_was_inferred_or_simulated_is_marked_on_the_line() {
        UsageFact.CardTime sure = cardTime(PlanType.SPOT, 0, 1000, window("2026-01-10T00:00:00Z", Duration.ofHours(1)));
        facts.add(sure);
        facts.add(new UsageFact.CardTime(
                new UUID(7, 7),
                sure.tenant(),
                sure.workload(),
                sure.pool(),
                "H100-80GB",
                sure.node(),
                1,
                1000,
                PlanType.SPOT,
                sure.window(),
                false,
                true));

        InvoicePreview preview = preview(JANUARY);

        assertThat(preview.line("spot-hours-a100-40gb").orElseThrow())
                .matches(line -> line.simulated() && !line.estimated());
        assertThat(preview.line("spot-hours-h100-80gb").orElseThrow())
                .matches(line ->
                        !line.simulated() && line.estimated() && line.notes().contains(Note.NO_PRICE));
    }

    @Test
    void keys_are_those_of_the_contract_and_no_two_lines_share_one() {
        List<String> models = List.of(
                "qwen2.5-7b-instruct",
                "Qwen2.5-7B-Instruct",
                "Qwen/Qwen2.5-7B-Instruct",
                "Qwen:Qwen2.5-7B-Instruct",
                "b-c",
                "c",
                "a_b",
                "b_c",
                "a-b",
                "b-c.d",
                "X".repeat(128),
                "X".repeat(127) + "Y",
                "x".repeat(128));
        for (String owner : List.of("a", "a-b", "a-b-c", "unlimited-a", "x".repeat(61) + "-y")) {
            for (String model : models) {
                call(owner, model, PlanType.PAY_AS_YOU_GO, 1, 1);
                call(owner, model, PlanType.UNLIMITED, 1, 1);
            }
        }

        InvoicePreview preview = preview(tenant("Asia/Shanghai", PlanType.UNLIMITED), JANUARY, PRICES);

        assertThat(preview.lines())
                .hasSize(1 + 5 * models.size() * 4)
                .allMatch(line -> line.key().matches("^[a-z0-9][a-z0-9._-]*$"))
                .allMatch(line -> line.key().length() <= 200)
                .extracting(InvoiceLine::key)
                .doesNotHaveDuplicates();
    }

    @Test
    void every_fact_of_the_month_belongs_to_one_line_of_use_whose_quantity_it_is_part_of() {
        long seed = Long.getLong("wellfield.seed", 20_260_301L);
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            addRandom(random);
        }
        subscribe("three-cards", 3, Term.YEAR, "2026-01-01", null);
        Tenant tenant = tenant("Asia/Kathmandu", PlanType.UNLIMITED);

        InvoicePreview preview = preview(tenant, JANUARY, PRICES);

        Set<UsageFact> inTokens = new HashSet<>();
        for (InvoiceLine line : preview.lines()) {
            List<UsageFact> own = Rating.factsOf(line, preview.window(), facts);
            if (line.item() == Item.CARD_HOURS || line.item() == Item.SPOT_CARD_HOURS) {
                assertThat(line.quantity().multiply(new BigDecimal("3600000000000")))
                        .isCloseTo(sum(own, true), org.assertj.core.data.Offset.offset(new BigDecimal("0.000001")));
            } else if (line.item() == Item.INPUT_TOKENS) {
                assertThat(line.quantity().multiply(new BigDecimal("1000000"))).isEqualByComparingTo(sum(own, true));
                own.forEach(fact -> assertThat(inTokens.add(fact)).isTrue());
            } else if (line.item() == Item.OUTPUT_TOKENS) {
                assertThat(line.quantity().multiply(new BigDecimal("1000000"))).isEqualByComparingTo(sum(own, false));
            }
        }
        assertThat(count(preview, Set.of(Item.CARD_HOURS, Item.SPOT_CARD_HOURS)))
                .isEqualTo(facts.stream()
                        .filter(fact -> fact instanceof UsageFact.CardTime
                                && fact.window().intersect(preview.window()).isPresent())
                        .count());
        assertThat(inTokens).hasSize((int) facts.stream()
                .filter(fact -> fact instanceof UsageFact.Tokens tokens
                        && preview.window().contains(tokens.settledAt()))
                .count());
        assertThat(preview.total().amount())
                .isEqualTo(preview.lines().stream()
                        .map(line -> line.amount().amount())
                        .reduce(BigDecimal.ZERO, BigDecimal::add));
        Collections.shuffle(facts, random);
        assertThat(preview(tenant, JANUARY, PRICES)).isEqualTo(preview);
    }

    @Test
    void half_of_the_smallest_unit_is_rounded_away_from_nought() {
        assertThat(new Money(decimal("0.005"), CNY).rounded()).isEqualTo(cny("0.01"));
        assertThat(new Money(decimal("-0.005"), CNY).rounded()).isEqualTo(cny("-0.01"));
        assertThat(new Money(decimal("0.5"), Currency.getInstance("JPY"))
                        .rounded()
                        .amount())
                .isEqualTo(decimal("1"));
        assertThat(new Money(decimal("0.0005"), Currency.getInstance("KWD"))
                        .rounded()
                        .amount())
                .isEqualTo(decimal("0.001"));
    }

    private static long count(InvoicePreview preview, Set<Item> items) {
        return preview.lines().stream()
                .filter(line -> items.contains(line.item()))
                .mapToLong(line -> ((ChargeStep.CardHours) line.steps().getFirst()).facts())
                .sum();
    }

    private static BigDecimal sum(List<UsageFact> facts, boolean input) {
        BigDecimal sum = BigDecimal.ZERO;
        for (UsageFact fact : facts) {
            sum = sum.add(BigDecimal.valueOf(
                    switch (fact) {
                        case UsageFact.CardTime held -> held.milliCardMicros();
                        case UsageFact.Tokens tokens ->
                            input ? tokens.count().prompt() : tokens.count().completion();
                    }));
        }
        return sum;
    }

    private void addRandom(Random random) {
        Instant from = Instant.parse("2025-12-25T00:00:00Z").plusNanos(random.nextLong(45L * 86_400_000_000L) * 1_000);
        Duration length = Duration.ofNanos(random.nextLong(1, 3_600_000_000L) * 1_000);
        PlanType plan = List.of(PlanType.values()).get(random.nextInt(4));
        if (random.nextBoolean()) {
            TimeWindow window = new TimeWindow(from, from.plus(length));
            facts.add(cardTime(plan, random.nextInt(8), random.nextInt(1, 1001), window));
        } else {
            String model = List.of("odd", "tiny", "Odd", "unpriced").get(random.nextInt(4));
            String owner = List.of("inference", "platform").get(random.nextInt(2));
            facts.add(tokens(
                    owner, model, plan, from, from.plus(length), random.nextInt(100_000), random.nextInt(9_999)));
        }
    }

    private InvoicePreview preview(YearMonth month) {
        return preview(tenant("Asia/Shanghai", PlanType.PAY_AS_YOU_GO), month, PRICES);
    }

    private InvoicePreview preview(Tenant tenant, YearMonth month, PriceBook prices) {
        UsageTotals used = UsageTotals.of(facts, TimeWindow.of(month, tenant.zone()));
        return Rating.preview(tenant, month, prices, subscriptions, used, Instant.parse("2026-12-31T00:00:00Z"));
    }

    private static InvoiceLine only(InvoicePreview preview) {
        assertThat(preview.lines()).hasSize(1);
        assertThat(preview.total()).isEqualTo(preview.lines().getFirst().amount());
        return preview.lines().getFirst();
    }

    private void subscribe(String name, int units, Term term, String startsOn, @Nullable String endsOn) {
        LocalDate end = endsOn == null ? null : LocalDate.parse(endsOn);
        subscriptions.add(
                new Subscription("inference", name, "A100-40GB", units, term, LocalDate.parse(startsOn), end));
    }

    private void hold(PlanType plan, int card, int cardsMilli, String from, Duration length) {
        facts.add(cardTime(plan, card, cardsMilli, window(from, length)));
    }

    /** Hour by hour, as metering writes it. */
    private void holdAllJanuary(int card) {
        TimeWindow.of(JANUARY, ZoneId.of("Asia/Shanghai"))
                .hours()
                .forEach(hour -> facts.add(cardTime(PlanType.PAY_AS_YOU_GO, card, 1000, hour)));
    }

    private static TimeWindow window(String from, Duration length) {
        return new TimeWindow(Instant.parse(from), Instant.parse(from).plus(length));
    }

    private UsageFact.CardTime cardTime(PlanType plan, int card, int cardsMilli, TimeWindow window) {
        return new UsageFact.CardTime(
                new UUID(1, facts.size()),
                "inference",
                "etl",
                "a100",
                "A100-40GB",
                "server-1",
                card,
                cardsMilli,
                plan,
                window,
                true,
                false);
    }

    private void call(String owner, String model, PlanType plan, long prompt, long completion) {
        Instant at = Instant.parse("2026-01-10T00:00:00Z");
        facts.add(tokens(owner, model, plan, at, at.plusSeconds(3), prompt, completion));
    }

    private UsageFact.Tokens tokens(
            String owner, String model, PlanType plan, Instant from, Instant to, long prompt, long completion) {
        return new UsageFact.Tokens(
                new UUID(2, facts.size()),
                "inference",
                new UUID(3, 3),
                "app",
                model,
                new UUID(4, 4),
                owner,
                new UUID(5, 5),
                plan,
                new TimeWindow(from, to),
                new TokenCount(prompt, 0, completion),
                Outcome.COMPLETED,
                false,
                true);
    }

    private static Tenant tenant(String zone, PlanType tokens) {
        return new Tenant(
                new UUID(6, 6),
                "inference",
                null,
                1,
                ZoneId.of(zone),
                "list-2026",
                new Plan("cards", PlanType.RESERVED),
                new Plan("tokens", tokens),
                true,
                null);
    }

    private static BigDecimal decimal(String text) {
        return new BigDecimal(text);
    }

    private static Money cny(String amount) {
        return new Money(decimal(amount), CNY);
    }
}
