package dev.wellfield.server.rest;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import java.io.IOException;
import java.net.BindException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The REST API and the console on one port. Whoever starts it closes it; both calls block and are for an ordinary or
 * virtual thread, never for an event loop. The Vert.x instance belongs to the caller.
 */
public final class RestServer {
    private static final Logger LOG = LoggerFactory.getLogger(RestServer.class);
    private static final Pattern REQUEST_ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final int MAX_HEADER_BYTES = 16 << 10;
    private static final int MAX_LINE_BYTES = 8 << 10;
    private static final int IDLE_SECONDS = 90;
    private static final long LAST_MOMENT_MS = 2000;

    private final HttpServer http;
    private final Desk desk;
    private final RestOptions options;

    private RestServer(HttpServer http, Desk desk, RestOptions options) {
        this.http = http;
        this.desk = desk;
        this.options = options;
    }

    /**
     * Starts to listen and returns once it does.
     *
     * @param handlers by operation id; exactly the contract's
     * @throws ContractError when a handler is missing or surplus
     * @throws IOException when the address can't be bound, with what to do
     */
    public static RestServer start(
            Vertx vertx,
            RestOptions options,
            Contract contract,
            Map<String, OperationHandler> handlers,
            Authenticator authenticator)
            throws IOException {
        RestRouter.checkComplete(contract, handlers.keySet());
        Desk desk = new Desk(options.limits(), new Gate(authenticator), new Validation(contract.schemas()), handlers);
        Console console = new Console(vertx, RestServer.class.getClassLoader(), options.consoleConnects());
        Router router = RestRouter.of(vertx, contract, desk, console);
        Front front = new Front(desk, Hosts.of(options.host(), options.names()), router);
        HttpServer http = vertx.createHttpServer(new HttpServerOptions()
                        .setHost(options.host())
                        .setPort(options.port())
                        .setMaxHeaderSize(MAX_HEADER_BYTES)
                        .setMaxInitialLineLength(MAX_LINE_BYTES)
                        .setHttp2ClearTextEnabled(false)
                        .setPerFrameWebSocketCompressionSupported(false)
                        .setPerMessageWebSocketCompressionSupported(false)
                        .setIdleTimeout(IDLE_SECONDS)
                        .setIdleTimeoutUnit(TimeUnit.SECONDS))
                .connectionHandler(front::connected)
                .requestHandler(front::handle)
                .invalidRequestHandler(front::refuseMalformed);
        listen(http, options);
        warmUp(contract);
        return new RestServer(http, desk, options);
    }

    private static void listen(HttpServer http, RestOptions options) throws IOException {
        try {
            http.listen().toCompletionStage().toCompletableFuture().join();
        } catch (CompletionException e) {
            String address = options.host() + ":" + options.port();
            String what = e.getCause() instanceof BindException
                    ? "the address " + address + " can't be bound; another process may use the port: choose another one"
                    : "can't listen on " + address;
            throw new IOException(what + " (" + e.getCause() + ")", e.getCause());
        }
    }

    /** The validator takes a moment to build; that should not be the first caller's. */
    private static void warmUp(Contract contract) {
        Thread.ofVirtual().name("rest-warm-up").start(() -> contract.schemas().warmUp());
    }

    /** The port that is listened on, also where 0 was asked for. */
    public int port() {
        return http.actualPort();
    }

    /** Where a browser on this machine finds the console, without a slash at the end. */
    public String url() {
        String host = options.host().contains(":") ? "[" + options.host() + "]" : options.host();
        return "http://" + host + ":" + port();
    }

    /**
     * Stops accepting, lets running requests finish and ends event streams. What still runs after {@code patience} is
     * interrupted and its connection closed.
     */
    public void close(Duration patience) throws InterruptedException {
        desk.drain();
        try {
            http.shutdown(patience.toMillis(), TimeUnit.MILLISECONDS)
                    .toCompletionStage()
                    .toCompletableFuture()
                    .join();
        } catch (CompletionException e) {
            LOG.warn("closing the REST server", e.getCause());
        }
        if (!desk.idle()) {
            desk.interruptAll();
            desk.awaitIdle(LAST_MOMENT_MS);
        }
    }

    /** What every request passes before the router; lives on the event loop. */
    private static final class Front {
        private final Desk desk;
        private final Hosts hosts;
        private final Router router;
        private final AtomicInteger connections = new AtomicInteger();
        private final AtomicLong requests = new AtomicLong();
        private final String prefix;

        Front(Desk desk, Hosts hosts, Router router) {
            this.desk = desk;
            this.hosts = hosts;
            this.router = router;
            byte[] bytes = new byte[6];
            new SecureRandom().nextBytes(bytes);
            this.prefix = HexFormat.of().formatHex(bytes) + "-";
        }

        void connected(HttpConnection connection) {
            if (connections.incrementAndGet() > desk.limits().connections()) {
                connection.close();
            }
            connection.closeHandler(it -> connections.decrementAndGet());
        }

        void handle(HttpServerRequest request) {
            Responses.prepare(request.response(), requestId(request));
            if (desk.draining()) {
                Responses.send(
                        request,
                        Problem.unavailable("draining", "This server is about to stop.", 5)
                                .withHeader("Connection", "close"));
            } else if (!hosts.allows(request.headers().getAll("Host"))) {
                Responses.send(
                        request,
                        Problem.of(
                                421,
                                "host",
                                "Not this server",
                                "This server listens on loopback and doesn't answer to the host name of this request."
                                        + " Use localhost, or start the server with --names to answer to that name."));
            } else if (!Texts.percentEncoded(request.path())) {
                Responses.send(request, RestRouter.malformed(400));
            } else {
                router.handle(request);
            }
        }

        void refuseMalformed(HttpServerRequest request) {
            Responses.prepare(request.response(), requestId(request));
            Responses.send(request, RestRouter.malformed(400).withHeader("Connection", "close"));
            request.connection().close();
        }

        private String requestId(HttpServerRequest request) {
            String given = request.getHeader(RestRouter.REQUEST_ID);
            return given != null && REQUEST_ID.matcher(given).matches() ? given : prefix + requests.incrementAndGet();
        }
    }
}
