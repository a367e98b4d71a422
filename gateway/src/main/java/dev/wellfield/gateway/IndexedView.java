package dev.wellfield.gateway;

import dev.wellfield.core.serving.ApiKey;
import dev.wellfield.core.serving.GatewayView;
import dev.wellfield.core.serving.Limits;
import dev.wellfield.core.serving.Model;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A view, prepared once for many look-ups. Immutable. */
final class IndexedView {
    private final GatewayView view;
    private final Map<Name, Optional<Model>> byName = new HashMap<>();

    private record Name(String tenant, String model) {}

    IndexedView(GatewayView view) {
        this.view = view;
        view.keysByHash().values().stream()
                .map(ApiKey::tenant)
                .distinct()
                .forEach(tenant -> view.models()
                        .forEach(model -> byName.computeIfAbsent(
                                new Name(tenant, model.name()), name -> view.model(tenant, model.name()))));
    }

    GatewayView view() {
        return view;
    }

    @Nullable
    ApiKey key(String hash) {
        return view.keysByHash().get(hash);
    }

    /** The model that a key means by a name, if it may call it. */
    Optional<Model> model(ApiKey key, String name) {
        if (!key.mayCall(name)) {
            return Optional.empty();
        }
        return Objects.requireNonNullElse(byName.get(new Name(key.tenant(), name)), Optional.empty());
    }

    /** What a key may call, each name once. */
    List<Model> models(ApiKey key) {
        return view.callable(key).stream()
                .filter(model -> model(key, model.name()).filter(model::equals).isPresent())
                .toList();
    }

    Limits limits(String tenant) {
        return view.tenantLimits().getOrDefault(tenant, Limits.NONE);
    }
}
