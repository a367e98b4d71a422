package dev.wellfield.gateway;

import dev.wellfield.core.EngineKind;
import dev.wellfield.core.serving.ApiKey;
import dev.wellfield.core.serving.CallKind;
import dev.wellfield.core.serving.Endpoint;
import dev.wellfield.core.serving.GatewayView;
import dev.wellfield.core.serving.InMemoryUsageSink;
import dev.wellfield.core.serving.InMemoryViews;
import dev.wellfield.core.serving.KeyScope;
import dev.wellfield.core.serving.Limits;
import dev.wellfield.core.serving.LocalAllowances;
import dev.wellfield.core.serving.Model;
import dev.wellfield.core.serving.Secret;
import dev.wellfield.core.serving.UsageRecord;
import dev.wellfield.gateway.journal.JournalSettings;
import dev.wellfield.simulator.EngineSimulator;
import dev.wellfield.simulator.SimulatorOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A gateway with all that it needs around it: engines, keys, a database that can be away. */
final class House implements AutoCloseable {
    static final String ENGINE_KEY = "wfe_house";
    static final String MODEL = "chat";
    static final String EMBEDDER = "embed/small";
    static final String TENANT = "vision";
    static final UUID MODEL_ID = UUID.fromString("0190a6c0-0000-7000-8000-000000000001");
    static final UUID EMBEDDER_ID = UUID.fromString("0190a6c0-0000-7000-8000-000000000002");
    static final JournalSettings SMALL_JOURNAL = new JournalSettings(1 << 20, 64 << 20, Duration.ofHours(24));
    static final Capacity CAPACITY = new Capacity(1_000, 100, 2_000, 1 << 20, 4, 4 << 20, 64 << 10);

    final InMemoryViews views = new InMemoryViews();
    final InMemoryUsageSink sink = new InMemoryUsageSink();
    final Secret key = new Secret("sk-wf-" + "k".repeat(43));
    final AtomicReference<Instant> time = new AtomicReference<>();
    final List<EngineSimulator> engines = new ArrayList<>();
    private final Path data;
    private final Map<String, ApiKey> keys = new HashMap<>();
    private final Map<String, Limits> tenantLimits = new HashMap<>();
    private final List<Model> models = new ArrayList<>();
    private final List<Endpoint> endpoints = new ArrayList<>();
    private UnaryOperator<GatewaySettings> settings = UnaryOperator.identity();
    private long revision = 1;
    private @Nullable Gateway gateway;

    House(Path data) {
        this.data = data;
        models.add(new Model(MODEL_ID, "platform", MODEL, 8_192, null, true, CallKind.GENERATING));
        addKey(key, "notebook", null, null, null);
    }

    House settings(UnaryOperator<GatewaySettings> change) {
        UnaryOperator<GatewaySettings> before = settings;
        settings = all -> change.apply(before.apply(all));
        return this;
    }

    /** An engine of the standard model. */
    House engine(String... options) {
        return engine(EngineKind.SIMULATOR, 64, options);
    }

    House engine(EngineKind kind, int concurrentRequests, String... options) {
        List<String> words = new ArrayList<>(
                List.of("--port", "0", "--model", MODEL, "--ttft-ms", "5", "--enable-prompt-tokens-details"));
        words.addAll(List.of(options));
        EngineSimulator engine = new EngineSimulator(SimulatorOptions.of(words.toArray(new String[0]))).start();
        engines.add(engine);
        return endpoint(kind, URI.create(engine.baseUrl()), concurrentRequests);
    }

    /** An engine of embeddings, of the model {@link #EMBEDDER}. */
    House embedder(String... options) {
        List<String> words = new ArrayList<>(
                List.of("--port", "0", "--model", EMBEDDER, "--embeddings", "--enable-prompt-tokens-details"));
        words.addAll(List.of(options));
        EngineSimulator engine = new EngineSimulator(SimulatorOptions.of(words.toArray(new String[0]))).start();
        engines.add(engine);
        model(new Model(EMBEDDER_ID, "platform", EMBEDDER, 8_192, null, true, Set.of(CallKind.EMBEDDINGS)));
        return endpoint(EMBEDDER_ID, EngineKind.SIMULATOR, URI.create(engine.baseUrl()), 64);
    }

    House endpoint(EngineKind kind, URI url, int concurrentRequests) {
        return endpoint(MODEL_ID, kind, url, concurrentRequests);
    }

    private House endpoint(UUID modelId, EngineKind kind, URI url, int concurrentRequests) {
        UUID id = UUID.randomUUID();
        endpoints.add(new Endpoint(
                id,
                "platform",
                "engine-" + endpoints.size(),
                modelId,
                url,
                kind,
                kind == EngineKind.SIMULATOR,
                concurrentRequests,
                ENGINE_KEY));
        publish();
        return this;
    }

    House withoutEndpoints() {
        endpoints.clear();
        publish();
        return this;
    }

    House model(Model model) {
        models.removeIf(other -> other.id().equals(model.id()));
        models.add(model);
        publish();
        return this;
    }

    House addKey(
            Secret secret,
            String name,
            @Nullable Set<String> mayCall,
            @Nullable Integer concurrentRequests,
            @Nullable Instant expiresAt) {
        return addKey(secret, name, mayCall, null, new Limits(concurrentRequests, null, null), expiresAt);
    }

    /** Adds a key, or changes the one with that secret. */
    House addKey(
            Secret secret,
            String name,
            @Nullable Set<String> mayCall,
            @Nullable Set<KeyScope> scopes,
            Limits limits,
            @Nullable Instant expiresAt) {
        ApiKey before = keys.get(secret.hash());
        ApiKey added = new ApiKey(
                before == null ? UUID.randomUUID() : before.id(),
                TENANT,
                name,
                secret.prefix(),
                secret.hash(),
                mayCall,
                scopes,
                limits,
                expiresAt);
        keys.put(added.hash(), added);
        publish();
        return this;
    }

    House revoke(Secret secret) {
        keys.remove(secret.hash());
        publish();
        return this;
    }

    House tenantLimits(Limits limits) {
        tenantLimits.put(TENANT, limits);
        publish();
        return this;
    }

    private void publish() {
        views.set(new GatewayView(revision++, keys, models, endpoints, tenantLimits));
    }

    House start() throws IOException {
        startUnready();
        awaitView();
        return this;
    }

    /** Waits until the gateway knows all that was published and all its engines are ready. */
    void awaitView() {
        Awaitility.await().pollInterval(Duration.ofMillis(10)).until(() -> {
            String text = gateway().metricsText();
            return text.contains("wellfield_gateway_view_revision %d\n".formatted(revision - 1))
                    && text.lines()
                            .filter(line -> line.startsWith("wellfield_gateway_engine_ready{"))
                            .allMatch(line -> line.endsWith(" 1"));
        });
    }

    House startUnready() throws IOException {
        GatewaySettings plain = new GatewaySettings("127.0.0.1", 0, data, 2, CAPACITY, Timeouts.DEFAULT, SMALL_JOURNAL);
        InstantSource clock = () -> {
            Instant fixed = time.get();
            return fixed == null ? Instant.now() : fixed;
        };
        gateway = Gateway.start(settings.apply(plain), views, sink, new LocalAllowances(), clock);
        return this;
    }

    Gateway gateway() {
        if (gateway == null) {
            throw new IllegalStateException("not started");
        }
        return gateway;
    }

    int port() {
        return gateway().port();
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    Caller caller() throws IOException {
        return new Caller(port());
    }

    /** Waits until that many records are stored, and gives them. */
    List<UsageRecord> records(int count) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(10))
                .untilAsserted(() -> org.assertj.core.api.Assertions.assertThat(sink.records())
                        .hasSize(count));
        return sink.records();
    }

    UsageRecord record() {
        return records(1).getFirst();
    }

    /** The value of a metric's line that begins with this. */
    double metric(String start) {
        return gateway()
                .metricsText()
                .lines()
                .filter(line -> line.startsWith(start))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    @Override
    public void close() {
        if (gateway != null) {
            gateway.close(Duration.ZERO);
        }
        engines.forEach(EngineSimulator::kill);
    }
}
