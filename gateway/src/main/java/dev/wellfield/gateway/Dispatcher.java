package dev.wellfield.gateway;

import dev.wellfield.core.serving.Endpoint;
import dev.wellfield.core.serving.GatewayView;
import dev.wellfield.core.serving.Model;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All engines by model. Any thread may read it; the view's keeper alone changes it. */
final class Dispatcher {
    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

    private final int mostWaiting;
    private final Timeouts timeouts;
    private volatile Map<UUID, EngineGroup> groups = Map.of();
    private volatile Map<UUID, Model> models = Map.of();

    /** @param timeouts after which an engine that owes something is avoided */
    Dispatcher(int mostWaiting, Timeouts timeouts) {
        this.mostWaiting = mostWaiting;
        this.timeouts = timeouts;
    }

    void update(GatewayView view) {
        Map<UUID, List<Endpoint>> endpoints =
                view.endpoints().stream().collect(Collectors.groupingBy(Endpoint::modelId));
        Map<UUID, EngineGroup> next = new HashMap<>();
        for (Model model : view.models()) {
            EngineGroup group = groups.getOrDefault(model.id(), new EngineGroup(mostWaiting));
            group.update(endpoints.getOrDefault(model.id(), List.of()), timeouts);
            next.put(model.id(), group);
        }
        groups.forEach((model, group) -> {
            if (!next.containsKey(model)) {
                group.update(List.of(), timeouts);
            }
        });
        groups = Map.copyOf(next);
        models = view.models().stream().collect(Collectors.toUnmodifiableMap(Model::id, model -> model));
    }

    /** One without engines for a model that isn't there. */
    EngineGroup group(UUID modelId) {
        EngineGroup group = groups.get(modelId);
        return group == null ? new EngineGroup(mostWaiting) : group;
    }

    /** By model, for those that are in the view. */
    Map<UUID, EngineGroup> groups() {
        return groups;
    }

    Map<UUID, Model> models() {
        return models;
    }

    /** What was found out about an engine. */
    void health(EngineGroup group, Engine engine, boolean well, String reason) {
        if (engine.setReady(well)) {
            LOG.info(
                    "engine {} of {}/{} at {} is {}: {}",
                    engine.endpoint().id(),
                    engine.endpoint().tenant(),
                    engine.endpoint().workload(),
                    engine.endpoint().url(),
                    well ? "ready" : "not ready",
                    reason);
        }
        if (well) {
            group.serveWaiting();
        }
    }
}
