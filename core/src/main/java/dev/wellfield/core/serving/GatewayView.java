package dev.wellfield.core.serving;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that a gateway needs to admit and route, as one immutable whole. A new one is made whenever the revision changes.
 *
 * @param revision counts up with every change of a part
 * @param keysByHash keys that haven't been revoked
 * @param tenantLimits by tenant, where it has any
 */
public record GatewayView(
        long revision,
        Map<String, ApiKey> keysByHash,
        List<Model> models,
        List<Endpoint> endpoints,
        Map<String, Limits> tenantLimits) {
    /** Knows nobody. */
    public static final GatewayView EMPTY = new GatewayView(0, Map.of(), List.of(), List.of(), Map.of());

    public GatewayView {
        keysByHash = Map.copyOf(keysByHash);
        models = List.copyOf(models);
        endpoints = List.copyOf(endpoints);
        tenantLimits = Map.copyOf(tenantLimits);
    }

    /** The model that a caller of {@code tenant} means by a name: its own first, then a published one. */
    public Optional<Model> model(String tenant, String name) {
        return models.stream()
                .filter(model -> model.name().equals(name) && model.visibleTo(tenant))
                .min(Comparator.comparing((Model model) -> !model.owner().equals(tenant))
                        .thenComparing(Model::owner));
    }

    /** The models that a key may call, by name. */
    public List<Model> callable(ApiKey key) {
        return models.stream()
                .filter(model -> model.visibleTo(key.tenant()) && key.mayCall(model.name()))
                .sorted(Comparator.comparing(Model::name))
                .toList();
    }

    public List<Endpoint> endpoints(Model model) {
        return endpoints.stream()
                .filter(endpoint -> endpoint.modelId().equals(model.id()))
                .toList();
    }
}
