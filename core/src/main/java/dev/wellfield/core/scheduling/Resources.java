package dev.wellfield.core.scheduling;

import dev.wellfield.core.pool.CardModel;
import dev.wellfield.core.pool.Node;
import dev.wellfield.core.tenancy.Quota;
import dev.wellfield.core.tenancy.Tenant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What the operator has declared, as one immutable whole.
 *
 * @param pools the card model of each pool
 * @param nodes in the fixed order that ties are broken by: by name
 */
public record Resources(
        Map<String, CardModel> pools, List<Node> nodes, Map<String, Tenant> tenants, List<Quota> quotas) {
    /** Nothing declared. */
    public static final Resources NONE = new Resources(Map.of(), List.of(), Map.of(), List.of());

    public Resources {
        pools = Map.copyOf(pools);
        nodes = nodes.stream().sorted(Comparator.comparing(Node::name)).toList();
        tenants = Map.copyOf(tenants);
        quotas = List.copyOf(quotas);
    }

    public static Map<String, Tenant> byName(List<Tenant> tenants) {
        return tenants.stream().collect(Collectors.toMap(Tenant::name, Function.identity()));
    }

    /** The tenant of that name; tenants are never removed while they have workloads. */
    public Tenant tenant(String name) {
        Tenant tenant = tenants.get(name);
        if (tenant == null) {
            throw new IllegalStateException("tenant " + name + " is gone although it has workloads");
        }
        return tenant;
    }

    public Optional<Quota> quota(String tenant, String pool) {
        return quotas.stream()
                .filter(it -> it.tenant().equals(tenant) && it.pool().equals(pool))
                .findFirst();
    }

    public Optional<Node> node(String name) {
        return nodes.stream().filter(it -> it.name().equals(name)).findFirst();
    }
}
