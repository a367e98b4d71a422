package dev.wellfield.core.billing;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Currency;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page docs/concepts/billing.md says what the product does: its examples are rated, its equations reckoned. */
final class BillingPageTest {
    private static final String PAGE = read();
    private static final Pattern BLOCK = Pattern.compile("```(prices|rating)\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern EQUATION =
            Pattern.compile("([0-9][0-9.]*(?: [×/+-] [0-9][0-9.]*)+) = ([0-9]+(?:\\.[0-9]+)?)");

    private static String read() {
        try {
            return Files.readString(Path.of("..", "docs", "concepts", "billing.md"));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static List<String> blocks(String kind) {
        List<String> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(PAGE);
        while (matcher.find()) {
            if (matcher.group(1).equals(kind)) {
                blocks.add(matcher.group(2));
            }
        }
        return blocks;
    }

    static List<String> examples() {
        return blocks("rating");
    }

    @ParameterizedTest
    @MethodSource("examples")
    void an_example_costs_what_the_page_says(String block) {
        Example example = Example.parse(block);

        InvoicePreview preview = example.rate(prices());

        Map<String, BigDecimal> lines = new LinkedHashMap<>();
        preview.lines().forEach(line -> lines.put(line.key(), line.amount().amount()));
        assertThat(lines).isEqualTo(example.lines);
        assertThat(preview.total().amount()).isEqualTo(example.total);
    }

    @Test
    void every_plan_has_an_example() {
        for (PlanType plan : PlanType.values()) {
            assertThat(examples()).as(plan.name()).anyMatch(it -> it.contains(plan.name() + " "));
        }
    }

    @Test
    void every_equation_of_the_page_is_right() {
        Matcher matcher = EQUATION.matcher(
                PAGE.replaceAll("(\\d)\\n", "$1 \n").replace("\n", " ").replaceAll(" +", " "));
        int equations = 0;
        while (matcher.find()) {
            BigDecimal said = new BigDecimal(matcher.group(2));
            BigDecimal reckoned = reckon(matcher.group(1)).setScale(said.scale(), RoundingMode.HALF_UP);
            assertThat(reckoned).as(matcher.group()).isEqualTo(said);
            equations++;
        }
        assertThat(equations).isGreaterThanOrEqualTo(18);
    }

    @Test
    void the_prices_of_the_page_are_those_of_the_example_installation() throws IOException {
        String example = Files.readString(Path.of("..", "examples", "four-teams.yaml"));

        assertThat(example).contains("perMonth: \"2800\"");
        assertThat(prices().card("A100-40GB").orElseThrow().perMonth()).isEqualByComparingTo("2800");
    }

    /** Sums of products and quotients. */
    private static BigDecimal reckon(String text) {
        String[] words = text.split(" ");
        BigDecimal sum = BigDecimal.ZERO;
        BigDecimal product = new BigDecimal(words[0]);
        for (int i = 1; i < words.length; i += 2) {
            BigDecimal number = new BigDecimal(words[i + 1]);
            switch (words[i]) {
                case "×" -> product = product.multiply(number);
                case "/" -> product = product.divide(number, MathContext.DECIMAL128);
                case "+" -> {
                    sum = sum.add(product);
                    product = number;
                }
                case "-" -> {
                    sum = sum.add(product);
                    product = number.negate();
                }
                default -> throw new IllegalArgumentException(text);
            }
        }
        return sum.add(product);
    }

    private static PriceBook prices() {
        Map<String, CardPrice> cards = new HashMap<>();
        Map<String, TokenPrice> tokens = new HashMap<>();
        BigDecimal unlimited = null;
        for (String line : blocks("prices").getFirst().lines().toList()) {
            Words words = new Words(line);
            switch (words.at(0)) {
                case "card" ->
                    cards.put(
                            words.at(1),
                            new CardPrice(
                                    words.decimal("month"),
                                    words.number("quarter"),
                                    words.number("year"),
                                    words.decimal("loyalty"),
                                    words.number("spot")));
                case "tokens" ->
                    tokens.put(words.at(1), new TokenPrice(words.decimal("input"), words.decimal("output")));
                case "unlimited-tokens" -> unlimited = new BigDecimal(words.at(1));
                default -> throw new IllegalArgumentException(line);
            }
        }
        return new PriceBook("page", Currency.getInstance("CNY"), cards, tokens, unlimited);
    }

    /** A line of a block, word by word. */
    private record Words(List<String> all) {
        Words(String line) {
            this(List.of(line.split(" ")));
        }

        String at(int index) {
            return all.get(index);
        }

        String after(String word) {
            return all.get(all.indexOf(word) + 1);
        }

        BigDecimal decimal(String word) {
            return new BigDecimal(after(word));
        }

        int number(String word) {
            return Integer.parseInt(after(word));
        }
    }

    /** What one block says was used, and what that costs. */
    private static final class Example {
        private @Nullable YearMonth month;
        private ZoneId zone = ZoneId.of("UTC");
        private PlanType tokensPlan = PlanType.PAY_AS_YOU_GO;
        private final List<UsageFact> facts = new ArrayList<>();
        private final List<Subscription> subscriptions = new ArrayList<>();
        private final Map<String, BigDecimal> lines = new LinkedHashMap<>();
        private @Nullable BigDecimal total;

        static Example parse(String block) {
            Example example = new Example();
            block.lines().forEach(line -> example.read(new Words(line)));
            return example;
        }

        private void read(Words words) {
            switch (words.at(0)) {
                case "month" -> {
                    month = YearMonth.parse(words.at(1));
                    zone = ZoneId.of(words.at(2));
                }
                case "tokens-plan" -> tokensPlan = PlanType.valueOf(words.at(1));
                case "reserve" ->
                    subscriptions.add(new Subscription(
                            "vision",
                            words.at(1),
                            words.at(3),
                            Integer.parseInt(words.at(2)),
                            Term.valueOf(words.at(4)),
                            LocalDate.parse(words.after("from")),
                            null));
                case "hold" -> hold(words);
                case "use" -> use(words);
                case "line" -> lines.put(words.at(1), new BigDecimal(words.at(2)));
                case "total" -> total = new BigDecimal(words.at(1));
                default -> throw new IllegalArgumentException(words.toString());
            }
        }

        /** Hour by hour, as metering writes it. */
        private void hold(Words words) {
            Instant from = Instant.parse(words.after("from"));
            TimeWindow held = new TimeWindow(from, from.plus(Duration.ofHours(words.number("hours"))));
            for (TimeWindow hour : held.hours()) {
                facts.add(new UsageFact.CardTime(
                        new UUID(1, facts.size()),
                        "vision",
                        "etl",
                        "a100",
                        words.at(2),
                        "server-1",
                        words.number("card"),
                        words.number("milli"),
                        PlanType.valueOf(words.at(1)),
                        hour,
                        false,
                        false));
            }
        }

        private void use(Words words) {
            Instant at =
                    Objects.requireNonNull(month).atDay(10).atStartOfDay(zone).toInstant();
            facts.add(new UsageFact.Tokens(
                    new UUID(2, facts.size()),
                    "vision",
                    new UUID(3, 3),
                    "app",
                    words.at(3),
                    new UUID(4, 4),
                    words.at(2),
                    new UUID(5, 5),
                    PlanType.valueOf(words.at(1)),
                    new TimeWindow(at, at.plusSeconds(3)),
                    new TokenCount(words.number("input"), 0, words.number("output")),
                    Outcome.COMPLETED,
                    false,
                    false));
        }

        InvoicePreview rate(PriceBook prices) {
            YearMonth rated = Objects.requireNonNull(month);
            Tenant tenant = new Tenant(
                    new UUID(6, 6),
                    "vision",
                    null,
                    1,
                    zone,
                    "page",
                    new Plan("cards", PlanType.RESERVED),
                    new Plan("tokens", tokensPlan),
                    true,
                    null);
            UsageTotals used = UsageTotals.of(facts, TimeWindow.of(rated, zone));
            return Rating.preview(tenant, rated, prices, subscriptions, used, Instant.parse("2026-12-31T00:00:00Z"));
        }
    }
}
