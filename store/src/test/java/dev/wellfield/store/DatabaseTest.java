package dev.wellfield.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wellfield.core.billing.PriceBook;
import dev.wellfield.core.billing.PriceBook.CardPrice;
import dev.wellfield.core.billing.PriceBook.TokenPrice;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class DatabaseTest {
    private final TestDatabase database = TestDatabase.fresh();

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void a_transaction_that_fails_leaves_nothing_behind() {
        assertThatThrownBy(() -> database.app().transaction(tx -> {
                    Principals principals = tx.principals();
                    principals.insert(new UUID(1, 1), "tina", Declared.json("{}"), Declared.NOW);
                    throw new IllegalStateException("no");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no");

        assertThat(database.ask("select count(*) from principal")).isEqualTo("0");
    }

    @Test
    void a_snapshot_sees_one_instant() {
        Declared.in(database.app());
        int[] seen = new int[2];

        database.app().snapshot(tx -> {
            seen[0] = tx.declared().list(Kind.TENANT, null).size();
            database.execute("update tenant set version = version + 1");
            database.execute("delete from quota");
            database.execute("delete from tenant where name = 'speech'");
            seen[1] = tx.declared().list(Kind.TENANT, null).size();
            return null;
        });

        assertThat(seen).containsExactly(2, 2);
        assertThat(database.ask("select count(*) from tenant")).isEqualTo("1");
    }

    @Test
    void a_database_that_is_away_is_said_to_be() {
        DatabaseLogin nowhere = new DatabaseLogin("jdbc:postgresql://127.0.0.1:1/none", "nobody", "secret");
        try (Database away = Database.open("away", nowhere, "nobody", 1)) {
            assertThatThrownBy(() -> away.transaction(tx -> tx.principals().any()))
                    .isInstanceOf(StoreUnavailable.class)
                    .hasMessageNotContaining("secret");
        }
    }

    @Test
    void a_connection_that_was_cut_is_replaced() {
        Database app = database.app();
        assertThat(app.<Boolean>transaction(tx -> tx.principals().any())).isFalse();
        database.execute("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'app'"
                + " and datname = current_database()");

        Waiting.until(() -> {
            try {
                return !app.<Boolean>transaction(tx -> tx.principals().any());
            } catch (StoreUnavailable e) {
                return false;
            }
        });
    }

    @Test
    void prices_are_read_to_the_last_digit() {
        PriceBook prices = BillingSpecs.priceBook("list", Declared.json("""
                {'currency': 'CNY', 'unlimitedTokensPerMonth': '500.10',
                 'cards': [{'model': 'A100-40GB', 'perMonth': '2800', 'yearDiscountPermille': 200,
                            'loyaltyPerUnit': '100', 'spotPermille': 200}, {'model': 'T4', 'perMonth': '850.000000001'}],
                 'tokens': [{'model': 'chat', 'inputPerMillion': '0.000000001', 'outputPerMillion': '2.00'}]}"""));

        assertThat(prices.card("A100-40GB"))
                .contains(new CardPrice(new BigDecimal("2800"), 0, 200, new BigDecimal("100"), 200));
        assertThat(prices.card("T4"))
                .contains(new CardPrice(new BigDecimal("850.000000001"), 0, 0, BigDecimal.ZERO, 1000));
        assertThat(prices.tokens("chat"))
                .contains(new TokenPrice(new BigDecimal("0.000000001"), new BigDecimal("2.00")));
        assertThat(prices.unlimitedTokensPerMonth()).isEqualTo(new BigDecimal("500.10"));
    }

    @Test
    void prices_that_contradict_themselves_are_refused() {
        for (String currency : List.of("ABC", "XXX", "XAU")) {
            assertThatThrownBy(() -> BillingSpecs.priceBook("list", Declared.json("{'currency': '" + currency + "'}")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("currency (" + currency + ") must be");
        }
        assertThatThrownBy(() -> BillingSpecs.priceBook("list", Declared.json("""
                        {'currency': 'CNY', 'cards': [{'model': 'T4', 'perMonth': '1'}, {'model': 'T4', 'perMonth': '2'}]}""")))
                .hasMessage("model (T4) must have one price, it has two");
    }
}
