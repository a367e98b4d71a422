package dev.wellfield.store;

import dev.wellfield.core.serving.ApiKey;
import dev.wellfield.core.serving.Endpoint;
import dev.wellfield.core.serving.GatewayView;
import dev.wellfield.core.serving.Limits;
import dev.wellfield.core.serving.Model;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/** What gateways need to know. All that this reads is granted to the gateways' role. */
public final class GatewayViews {
    private final Handle handle;

    GatewayViews(Handle handle) {
        this.handle = handle;
    }

    /** Counts up whenever {@link #load} would give something else. */
    public long revision() {
        return handle.createQuery("select revision from gateway_revision")
                .mapTo(Long.class)
                .one();
    }

    /** The view as it is now; in a {@link Database#snapshot} it is of one instant. */
    public GatewayView load() {
        Map<String, Limits> tenantLimits = new HashMap<>();
        handle.createQuery("select name, spec from tenant")
                .map((rows, context) -> Map.entry(rows.getString("name"), LimitSpecs.limits(Rows.json(rows, "spec"))))
                .filter(tenant -> !tenant.getValue().equals(Limits.NONE))
                .forEach(tenant -> tenantLimits.put(tenant.getKey(), tenant.getValue()));
        List<Model> models = new DeclaredResources(handle)
                .list(Kind.MODEL, null).stream().map(ModelSpecs::model).toList();
        List<Endpoint> endpoints = new Endpoints(handle)
                .live().stream().map(Endpoints.Row::endpoint).toList();
        Map<String, ApiKey> keys =
                new ApiKeys(handle).valid().stream().collect(Collectors.toMap(ApiKey::hash, Function.identity()));
        return new GatewayView(revision(), keys, models, endpoints, tenantLimits);
    }
}
