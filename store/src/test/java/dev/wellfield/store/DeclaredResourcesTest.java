package dev.wellfield.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.core.pool.Card;
import dev.wellfield.core.pool.Dimension;
import dev.wellfield.core.pool.Node;
import dev.wellfield.core.scheduling.Resources;
import dev.wellfield.core.tenancy.Limit;
import dev.wellfield.core.tenancy.Plan;
import dev.wellfield.core.tenancy.PlanType;
import dev.wellfield.core.tenancy.Quota;
import dev.wellfield.core.tenancy.Quota.OverQuota;
import dev.wellfield.core.tenancy.Tenant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class DeclaredResourcesTest {
    private final TestDatabase database = TestDatabase.fresh();
    private final Database app = database.app();

    @BeforeEach
    void declare() {
        Declared.in(app);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void the_controller_gets_all_that_was_declared() {
        Resources resources = app.snapshot(tx -> tx.declared().resources(false));

        assertThat(resources.pools()).containsOnlyKeys("a100");
        Node node = resources.node("server-1").orElseThrow();
        assertThat(node.simulated()).isTrue();
        assertThat(node.cpuMilli()).isEqualTo(64_000);
        assertThat(node.nvlinkGroups()).containsExactly(Set.of(0, 1));
        assertThat(node.cards()).extracting(Card::index).containsExactly(0, 1);
        assertThat(node.cards()).extracting(Card::numaNode).containsExactly(0, 1);
        assertThat(node.cards()).allMatch(Card::healthy).allMatch(card -> card.uuid() == null);
        assertThat(resources.tenant("vision"))
                .isEqualTo(new Tenant(
                        Declared.VISION,
                        "vision",
                        null,
                        0,
                        ZoneId.of("Asia/Shanghai"),
                        "list",
                        new Plan("reserved", PlanType.RESERVED),
                        new Plan("by-token", PlanType.PAY_AS_YOU_GO),
                        false,
                        64));
        assertThat(resources.quota("vision", "a100"))
                .contains(new Quota(
                        "vision", "a100", Map.of(Dimension.CARDS, new Limit(1000, null)), null, OverQuota.QUEUE, 1));
        assertThat(resources.quota("speech", "a100")).isEmpty();
    }

    @Test
    void what_is_declared_is_read_as_it_was_written() {
        Stored model = app.transaction(tx -> tx.declared().find(Kind.MODEL, "vision", "chat"))
                .orElseThrow();

        assertThat(model)
                .isEqualTo(new Stored(
                        Declared.MODEL,
                        "vision",
                        "chat",
                        Declared.json("{'contextTokens': 8192, 'published': true}"),
                        1,
                        Declared.NOW));
        assertThat(list(Kind.MODEL, "speech")).isEmpty();
        assertThat(list(Kind.TENANT, null)).extracting(Stored::name).containsExactly("speech", "vision");
        assertThat(list(Kind.POOL, null)).hasSize(1);
        assertThat(list(Kind.PRICE_BOOK, null)).hasSize(1);
        assertThat(list(Kind.PLAN, null)).hasSize(2);
    }

    @Test
    void a_change_counts_the_version_and_only_the_first_of_two_is_made() {
        JsonNode spec = Declared.json("{'contextTokens': 100}");

        assertThat(update(Kind.MODEL, Declared.MODEL, 1, spec)).isTrue();
        assertThat(update(Kind.MODEL, Declared.MODEL, 1, Declared.json("{'contextTokens': 200}")))
                .isFalse();

        Stored stored = app.transaction(tx -> tx.declared().find(Kind.MODEL, "vision", "chat"))
                .orElseThrow();
        assertThat(stored.version()).isEqualTo(2);
        assertThat(stored.spec()).isEqualTo(spec);
    }

    @Test
    void a_changed_tenant_pays_by_its_new_plan() {
        JsonNode spec = Declared.json(
                "{'zone': 'UTC', 'priceBook': 'list', 'plans': {'cards': 'by-token', 'tokens': 'by-token'}}");

        assertThat(update(Kind.TENANT, Declared.VISION, 1, spec)).isTrue();

        assertThat(app.transaction(tx -> tx.declared().tenants()).get("vision"))
                .matches(tenant -> tenant != null
                        && tenant.cardsPlan().name().equals("by-token")
                        && tenant.concurrentRequests() == null);
        assertThat(database.ask("select cards_plan from tenant where name = 'vision'"))
                .isEqualTo("by-token");
    }

    @Test
    void tenants_get_the_lowest_free_number() {
        assertThat(database.ask("select string_agg(name || index, ' ' order by index) from tenant"))
                .isEqualTo("vision0 speech1");
        database.execute("update tenant set index = 7 where name = 'vision'");

        app.transaction(tx -> {
            tx.declared().insertTenant(new UUID(9, 9), "third", Declared.tenant(), Declared.NOW);
            return null;
        });

        assertThat(database.ask("select index from tenant where name = 'third'"))
                .isEqualTo("0");
    }

    @Test
    void a_card_that_stays_keeps_its_id_and_one_that_is_gone_is_removed() {
        app.transaction(tx -> {
            tx.declared().putCard(new UUID(8, 8), Declared.NODE, 0, Declared.POOL, "GPU-1");
            tx.declared().keepCards(Declared.NODE, List.of(0));
            return null;
        });

        Resources resources = app.snapshot(tx -> tx.declared().resources(false));

        assertThat(resources.node("server-1").orElseThrow().cards())
                .singleElement()
                .matches(card -> card.id().equals(new UUID(3, 0)) && "GPU-1".equals(card.uuid()));
    }

    @Test
    void subscriptions_belong_to_their_tenant() {
        JsonNode spec =
                Declared.json("{'cardModel': 'A100-40GB', 'units': 3, 'term': 'YEAR', 'startsOn': '2026-01-01'}");
        app.transaction(tx -> {
            tx.declared().insertSubscription(new UUID(9, 1), Declared.VISION, "three", spec, Declared.NOW);
            return null;
        });

        assertThat(list(Kind.SUBSCRIPTION, "speech")).isEmpty();
        assertThat(list(Kind.SUBSCRIPTION, "vision"))
                .singleElement()
                .matches(stored -> BillingSpecs.subscription("vision", stored.name(), stored.spec())
                                .units()
                        == 3);
    }

    private List<Stored> list(Kind kind, @Nullable String tenant) {
        return app.transaction(tx -> tx.declared().list(kind, tenant));
    }

    private boolean update(Kind kind, UUID id, int expected, JsonNode spec) {
        return app.transaction(tx -> tx.declared().update(kind, id, expected, spec));
    }
}
