package dev.wellfield.cli;

import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.Violation;
import java.util.List;
import java.util.Optional;

/** The kinds of things that {@code get} lists, by what people type. Only the one that is asked for is made. */
final class Kinds {
    static final List<String> WORDS = List.of(
            "pools",
            "nodes",
            "cards",
            "card-models",
            "tenants",
            "quotas",
            "plans",
            "prices",
            "subscriptions",
            "workloads",
            "models",
            "endpoints",
            "keys",
            "principals",
            "users",
            "invitations",
            "tokens",
            "alerts",
            "webhooks");

    private Kinds() {}

    /** What the API calls one of a kind that can be changed or deleted; empty for what nobody declares. */
    static Optional<String> wireName(Kind kind) {
        return Optional.ofNullable(
                switch (kind.word()) {
                    case "pools" -> "Pool";
                    case "nodes" -> "Node";
                    case "tenants" -> "Tenant";
                    case "quotas" -> "Quota";
                    case "plans" -> "Plan";
                    case "prices" -> "PriceBook";
                    case "subscriptions" -> "Subscription";
                    case "workloads" -> "Workload";
                    case "models" -> "Model";
                    case "keys" -> "ApiKey";
                    case "principals" -> "Principal";
                    case "tokens" -> "Token";
                    case "webhooks" -> "Webhook";
                    default -> null;
                });
    }

    static Failure unknown(String word) {
        String near = Unknown.nearest(word, WORDS)
                .map(it -> ". Did you mean " + it + "?")
                .orElse("");
        return Failure.usage(List.of(new Violation("KIND", word, "one of " + String.join(", ", WORDS) + near)));
    }

    /** Plural or singular, and some short forms. */
    static Optional<Kind> find(String word) {
        return Optional.ofNullable(
                switch (word) {
                    case "pools", "pool" -> PoolKinds.pools();
                    case "nodes", "node" -> PoolKinds.nodes();
                    case "cards", "card" -> PoolKinds.cards();
                    case "card-models", "card-model" -> PoolKinds.cardModels();
                    case "tenants", "tenant" -> TenantKinds.tenants();
                    case "quotas", "quota" -> TenantKinds.quotas();
                    case "plans", "plan" -> TenantKinds.plans();
                    case "prices", "price", "price-books", "price-book" -> MoneyKinds.prices();
                    case "subscriptions", "subscription" -> MoneyKinds.subscriptions();
                    case "workloads", "workload", "wl" -> WorkKinds.workloads();
                    case "models", "model" -> WorkKinds.models();
                    case "endpoints", "endpoint" -> WorkKinds.endpoints();
                    case "keys", "key", "api-keys" -> AccessKinds.keys();
                    case "principals", "principal" -> AccessKinds.principals();
                    case "users", "user" -> PeopleKinds.users();
                    case "invitations", "invitation" -> PeopleKinds.invitations();
                    case "tokens", "token" -> AccessKinds.tokens();
                    case "alerts", "alert" -> WatchKinds.alerts();
                    case "webhooks", "webhook" -> WatchKinds.webhooks();
                    default -> null;
                });
    }
}
