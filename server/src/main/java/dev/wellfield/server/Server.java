package dev.wellfield.server;

import dev.wellfield.cluster.local.NvidiaCard;
import dev.wellfield.core.UuidV7;
import dev.wellfield.core.serving.LocalAllowances;
import dev.wellfield.core.serving.Secret;
import dev.wellfield.gateway.Gateway;
import dev.wellfield.gateway.GatewaySettings;
import dev.wellfield.server.ServerSettings.Role;
import dev.wellfield.server.access.Access;
import dev.wellfield.server.access.FirstOperator;
import dev.wellfield.server.access.TokenAuthenticator;
import dev.wellfield.server.control.ClockWatch;
import dev.wellfield.server.control.DecisionLoop;
import dev.wellfield.server.control.EngineWatch;
import dev.wellfield.server.control.Housekeeping;
import dev.wellfield.server.control.Metering;
import dev.wellfield.server.control.Removals;
import dev.wellfield.server.events.EventOperations;
import dev.wellfield.server.money.BucketOperations;
import dev.wellfield.server.money.InvoiceOperations;
import dev.wellfield.server.money.UsageOperations;
import dev.wellfield.server.resources.ResourceOperations;
import dev.wellfield.server.rest.Authenticator;
import dev.wellfield.server.rest.Contract;
import dev.wellfield.server.rest.OperationHandler;
import dev.wellfield.server.rest.RestOptions;
import dev.wellfield.server.rest.RestServer;
import dev.wellfield.server.serving.ServingOperations;
import dev.wellfield.server.system.Disks;
import dev.wellfield.server.system.Facts;
import dev.wellfield.server.system.SystemOperations;
import dev.wellfield.server.watch.Watch;
import dev.wellfield.server.watch.WatchOperations;
import dev.wellfield.server.watch.WatchSettings;
import dev.wellfield.server.watch.WebhookSender;
import dev.wellfield.server.workloads.WorkloadOperations;
import dev.wellfield.store.Database;
import dev.wellfield.store.embedded.DataDirectoryLock;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One process of Wellfield, built by hand from top to bottom. {@link #start} returns when it serves; {@link #close} drains
 * it and takes it apart in the opposite order. Workloads go on running.
 */
public final class Server implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Server.class);
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost");
    private static final Duration DRAIN = Duration.ofSeconds(20);

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private @Nullable RestServer rest;
    private @Nullable Gateway gateway;
    private @Nullable Machine machine;
    private Optional<Secret> firstToken = Optional.empty();
    private Supplier<Secret> operatorTokens = () -> {
        throw new IllegalStateException("this server has no control plane");
    };

    private Server() {}

    /**
     * Starts everything that the settings ask for. What can't be started is a {@link RuntimeException} or
     * {@link IOException} whose message says what to do; nothing is left running then.
     */
    public static Server start(ServerSettings settings) throws IOException {
        return start(settings, WatchSettings.DEFAULT, InstantSource.system());
    }

    static Server start(ServerSettings settings, WatchSettings watching, InstantSource wall) throws IOException {
        Server server = new Server();
        try {
            server.build(settings, watching, wall);
            return server;
        } catch (IOException | RuntimeException | Error e) {
            server.close();
            throw e;
        }
    }

    private void build(ServerSettings settings, WatchSettings watching, InstantSource wall) throws IOException {
        InstantSource clock = () -> wall.instant().truncatedTo(ChronoUnit.MICROS);
        SecureRandom random = new SecureRandom();
        Supplier<UUID> ids = new UuidV7(clock, random);
        CompletableFuture<Contract> contract = CompletableFuture.supplyAsync(Contract::load);
        CompletableFuture<Vertx> network = CompletableFuture.supplyAsync(Server::network);
        keep(() ->
                network.join().close().toCompletionStage().toCompletableFuture().join());

        DataDirectoryLock lock = keep(DataDirectoryLock.acquire(settings.dataDirectory()));
        if (settings.database() == null) {
            Backups.requireRestored(settings.dataDirectory());
        }
        // Before the database is started or made, which takes its time and leaves its traces.
        if (settings.roles().contains(Role.CONTROL)) {
            requireFree(settings.host(), settings.port(), "port");
        }
        if (settings.roles().contains(Role.GATEWAY)) {
            requireFree(settings.host(), settings.gatewayPort(), "gateway-port");
        }
        Postgres postgres = keep(
                settings.database() == null
                        ? Postgres.embedded(lock, clock, random)
                        : Postgres.external(settings.database(), clock));
        Vertx vertx = network.join();
        String gatewayUrl = null;
        if (settings.roles().contains(Role.GATEWAY)) {
            gateway = gateway(settings, postgres, clock);
            gatewayUrl = "http://" + settings.host() + ":" + gateway.port();
        }
        if (settings.roles().contains(Role.CONTROL)) {
            control(settings, watching, postgres, vertx, clock, random, ids, contract, gatewayUrl);
        }
        if (gateway != null) {
            gateway.allowOrigins(consoles(settings));
        }
    }

    /** This process' own console, by whichever name of loopback it is opened, and those that are named. */
    private Set<String> consoles(ServerSettings settings) {
        Set<String> origins = new HashSet<>(settings.consoleOrigins());
        if (rest != null) {
            origins.add(rest.url());
            if (LOOPBACK.contains(settings.host())) {
                LOOPBACK.forEach(host -> origins.add("http://" + host + ":" + rest.port()));
            }
        }
        return origins;
    }

    private static void requireFree(String host, int port, String name) throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(host, port));
        } catch (BindException e) {
            throw new IOException(
                    name + " (" + port + ") can't be listened on at " + host + ": " + e.getMessage()
                            + "; give another by --" + name + ", 0 picks a free one",
                    e);
        }
    }

    private static Vertx network() {
        return Vertx.vertx(new VertxOptions()
                .setPreferNativeTransport(true)
                .setEventLoopPoolSize(Math.max(2, Runtime.getRuntime().availableProcessors())));
    }

    private Gateway gateway(ServerSettings settings, Postgres postgres, InstantSource clock) throws IOException {
        DatabaseViews views = new DatabaseViews(postgres.gateway());
        Gateway started = Gateway.start(
                GatewaySettings.of(PrivateFolder.of(settings.dataDirectory().resolve("gateway")))
                        .listeningOn(settings.host(), settings.gatewayPort()),
                views,
                views,
                new LocalAllowances(),
                clock);
        keep(() -> started.close(DRAIN));
        return started;
    }

    private Optional<String> trouble(Disks disks) {
        return disks.trouble().or(() -> gateway == null ? Optional.empty() : gateway.trouble());
    }

    /** As far as the gateway in this process knows. */
    private boolean isStuck(UUID engine) {
        return gateway != null && gateway.isStuck(engine);
    }

    private void control(
            ServerSettings settings,
            WatchSettings watching,
            Postgres postgres,
            Vertx vertx,
            InstantSource clock,
            SecureRandom random,
            Supplier<UUID> ids,
            CompletableFuture<Contract> contract,
            @Nullable String gatewayUrl)
            throws IOException {
        Database database = postgres.app();
        ClockWatch watch = ClockWatch.ofThisMachine(clock);
        machine = keep(Machine.open(settings.dataDirectory(), Program.install(settings.dataDirectory()), database));
        // Only who holds the lock on the data directory can lead with its processes: the same name again is the same
        // server.
        String holder = postgres.isEmbedded() ? "embedded" : ids.get().toString();
        DecisionLoop decisions =
                keep(new DecisionLoop(database, machine.cluster(), clock, watch, ids, holder, machine.limiterLoaded()));
        keep(new EngineWatch(vertx, database, machine.cluster(), clock, decisions::leads, this::isStuck));
        keep(new Metering(database, watch, decisions::leads));
        WebhookSender webhooks = keep(new WebhookSender(vertx, database, clock, decisions::leads));
        keep(new Watch(database, clock, ids, watching, decisions::leads, webhooks::wake));
        keep(new Removals(database, machine.cluster(), clock, settings.logsKept(), decisions::leads));
        keep(new Housekeeping(postgres.owner(), clock));

        Disks disks = new Disks(settings.dataDirectory());
        Map<String, OperationHandler> operations = new HashMap<>();
        operations.putAll(Access.operations(database, clock, ids, random));
        operations.putAll(new ResourceOperations(database, clock, ids, random).operations());
        operations.putAll(
                new WorkloadOperations(database, machine.cluster(), clock, ids, random, decisions::wake).operations());
        operations.putAll(new ServingOperations(database, clock, ids, random).operations());
        operations.putAll(new UsageOperations(database, watch).operations());
        operations.putAll(new BucketOperations(database, watch).operations());
        operations.putAll(new InvoiceOperations(database, machine.cluster(), watch).operations());
        operations.putAll(new EventOperations(database).operations());
        operations.putAll(new WatchOperations(database, clock, ids, webhooks::wake).operations());
        operations.putAll(new SystemOperations(
                        database,
                        facts(settings, machine, postgres, gatewayUrl),
                        clock,
                        watch::offset,
                        () -> gateway == null ? "" : gateway.metricsText(),
                        () -> trouble(disks))
                .operations());
        operations.replaceAll((id, handler) -> Storage.guarded(handler));
        Authenticator authenticator = Storage.guarded(new TokenAuthenticator(database, clock));
        RestServer started = RestServer.start(
                vertx,
                RestOptions.on(settings.host(), settings.port())
                        .withNames(settings.names())
                        .withConsoleConnects(gatewayUrl == null ? List.of() : List.of(gatewayUrl)),
                contract.join(),
                operations,
                authenticator);
        rest = started;
        keep(() -> started.close(DRAIN));
        // Last, so that a start that fails hasn't made a token that nobody has seen.
        firstToken = FirstOperator.create(database, clock.instant(), ids, random);
        operatorTokens = () -> FirstOperator.another(database, clock.instant(), ids, random);
    }

    private static Facts facts(
            ServerSettings settings, Machine machine, Postgres postgres, @Nullable String gatewayUrl) {
        return new Facts(
                version(),
                settings.roles().stream()
                        .map(role -> role.name().toLowerCase(Locale.ROOT))
                        .sorted()
                        .toList(),
                gatewayUrl,
                settings.dataDirectory().toString(),
                machine.tenantsIsolated(),
                machine.limits(),
                machine.limitsReason(),
                machine.limiterNames(),
                machine.realCards().size(),
                machine.realCardsReason(),
                postgres.isEmbedded());
    }

    /** The version of the jar; "development" when run from class files. */
    public static String version() {
        String version = Server.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    /** Where console and REST are; empty if this process doesn't serve them. */
    public Optional<String> url() {
        return Optional.ofNullable(rest).map(RestServer::url);
    }

    /** The gateway's port; empty if this process is none. */
    public Optional<Integer> gatewayPort() {
        return Optional.ofNullable(gateway).map(Gateway::port);
    }

    /** The operator's first token, on the first start of an installation and never again. */
    public Optional<Secret> firstToken() {
        return firstToken;
    }

    /** Makes one more token for an operator: whoever may start the server may get back in. */
    public Secret newOperatorToken() {
        return operatorTokens.get();
    }

    /** Whether local processes of different tenants are kept apart. */
    public boolean tenantsIsolated() {
        return machine != null && machine.tenantsIsolated();
    }

    /** Why this machine has no real cards, or which driver found them. */
    public String realCardsReason() {
        return machine == null ? "" : machine.realCardsReason();
    }

    /** The real cards that the driver reports. */
    public List<NvidiaCard> realCards() {
        return machine == null ? List.of() : machine.realCards();
    }

    private <T extends AutoCloseable> T keep(T part) {
        parts.push(part);
        return part;
    }

    /** Drains and ends everything, the last started first. */
    @Override
    public void close() {
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception e) {
                LOG.warn("a part could not be closed", e);
            }
        }
    }
}
