package dev.wellfield.store;

import java.util.Arrays;
import java.util.Optional;

/** The kinds of thing that the operator declares, in the order in which they can be created. */
public enum Kind {
    PLAN("Plan", "plan", false),
    PRICE_BOOK("PriceBook", "price_book", false),
    POOL("Pool", "pool", false),
    NODE("Node", "node", false),
    TENANT("Tenant", "tenant", false),
    QUOTA("Quota", "quota", true),
    SUBSCRIPTION("Subscription", "subscription", true),
    MODEL("Model", "model", true),
    API_KEY("ApiKey", "api_key", true),
    PRINCIPAL("Principal", "principal", false),
    WEBHOOK("Webhook", "webhook", false);

    private final String wireName;
    private final String table;
    private final boolean ofTenant;

    Kind(String wireName, String table, boolean ofTenant) {
        this.wireName = wireName;
        this.table = table;
        this.ofTenant = ofTenant;
    }

    /** The name in resources, e.g. {@code PriceBook}. */
    public String wireName() {
        return wireName;
    }

    String table() {
        return table;
    }

    /** Whether it belongs to a tenant. */
    public boolean ofTenant() {
        return ofTenant;
    }

    /** Whether deleting it puts it away, so that its history keeps what it refers to; else its row goes. */
    public boolean putAway() {
        return switch (this) {
            case POOL, NODE, TENANT, MODEL, PRINCIPAL -> true;
            case PLAN, PRICE_BOOK, QUOTA, SUBSCRIPTION, API_KEY, WEBHOOK -> false;
        };
    }

    /** The kind in an event's aggregate, e.g. {@code price-book}. */
    public String aggregate() {
        return table.replace('_', '-');
    }

    public static Optional<Kind> find(String wireName) {
        return Arrays.stream(values())
                .filter(kind -> kind.wireName.equals(wireName))
                .findFirst();
    }
}
