package dev.wellfield.server.watch;

import dev.wellfield.server.control.Loop;
import dev.wellfield.store.Database;
import dev.wellfield.store.Webhooks.Due;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends what is due to webhooks, on the leader: at least once each, in no order, with longer and longer pauses until it has
 * arrived or the last pause is over. A receiver tells repetitions by {@code webhook-id}.
 */
public final class WebhookSender implements AutoCloseable {
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int AT_A_TIME = 50;
    private static final int LONGEST_FAILURE = 300;

    /** After each attempt that failed; after the one beyond them it is given up. */
    static final List<Duration> PAUSES = List.of(
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofMinutes(2),
            Duration.ofMinutes(10),
            Duration.ofMinutes(30),
            Duration.ofHours(2),
            Duration.ofHours(6));

    private final Database database;
    private final InstantSource clock;
    private final BooleanSupplier leads;
    private final HttpClient client;
    private final Loop loop;

    public WebhookSender(Vertx vertx, Database database, InstantSource clock, BooleanSupplier leads) {
        this.database = database;
        this.clock = clock;
        this.leads = leads;
        this.client = vertx.createHttpClient(new HttpClientOptions()
                .setConnectTimeout((int) TIMEOUT.toMillis())
                .setKeepAlive(false));
        this.loop = Loop.start("webhooks", PERIOD, this::cycle);
    }

    /** Has what is due sent soon. From any thread. */
    public void wake() {
        loop.wake();
    }

    private void cycle() throws Exception {
        if (!leads.getAsBoolean()) {
            return;
        }
        List<Due> all = database.transaction(tx -> tx.webhooks().due(clock.instant(), AT_A_TIME));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> sent = new ArrayList<>();
            for (Due due : all) {
                sent.add(threads.submit(() -> {
                    send(due);
                    return null;
                }));
            }
            for (Future<?> one : sent) {
                one.get();
            }
        }
    }

    private void send(Due due) throws InterruptedException {
        String failure = attempt(due);
        Instant now = clock.instant();
        database.transaction(tx -> {
            if (failure == null) {
                tx.webhooks().delivered(due.id(), now);
            } else {
                tx.webhooks().failed(due.id(), failure, now, next(due.attempts(), now));
            }
            return null;
        });
    }

    /** When it is tried again; null if it is given up. */
    static @Nullable Instant next(int failedBefore, Instant now) {
        return failedBefore < PAUSES.size() ? now.plus(PAUSES.get(failedBefore)) : null;
    }

    /** What went wrong; null if it has arrived. */
    private @Nullable String attempt(Due due) throws InterruptedException {
        AtomicReference<@Nullable HttpClientRequest> begun = new AtomicReference<>();
        try {
            InetAddress address = Destination.resolve(due.url().getHost());
            int status = client.request(options(due.url(), address))
                    .compose(request -> {
                        begun.set(request);
                        return sent(request, due).send(Buffer.buffer(due.body()));
                    })
                    .compose(response -> response.end().map(response.statusCode()))
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            return status >= 200 && status < 300 ? null : refusal(status);
        } catch (UnknownHostException e) {
            return shortened("no address: " + e.getMessage());
        } catch (ExecutionException e) {
            return failure(e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            HttpClientRequest request = begun.get();
            if (request != null) {
                request.reset();
            }
            return "no answer within " + TIMEOUT.toSeconds() + " s";
        }
    }

    /** As its message says it, which names the address; the class alone where there is no message. */
    static String failure(Throwable cause) {
        String message = cause.getMessage();
        return shortened(
                message == null || message.isBlank() ? cause.getClass().getSimpleName() : "can't be sent: " + message);
    }

    private static String refusal(int status) {
        return "HTTP " + status + (status >= 300 && status < 400 ? ": redirects are not followed" : "");
    }

    private static String shortened(String failure) {
        return failure.substring(0, Math.min(failure.length(), LONGEST_FAILURE));
    }

    private static RequestOptions options(URI url, InetAddress address) {
        boolean secure = url.getScheme().equalsIgnoreCase("https");
        int port = url.getPort() >= 0 ? url.getPort() : secure ? 443 : 80;
        String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        return new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setServer(SocketAddress.inetSocketAddress(port, address.getHostAddress()))
                .setHost(url.getHost())
                .setPort(port)
                .setSsl(secure)
                .setURI(url.getRawQuery() == null ? path : path + "?" + url.getRawQuery())
                .setFollowRedirects(false)
                .setTimeout(TIMEOUT.toMillis());
    }

    private HttpClientRequest sent(HttpClientRequest request, Due due) {
        Instant now = clock.instant();
        return request.putHeader("content-type", "application/json")
                .putHeader("user-agent", "wellfield")
                .putHeader("webhook-id", due.id().toString())
                .putHeader("webhook-timestamp", Long.toString(now.getEpochSecond()))
                .putHeader(
                        "webhook-signature", Signature.of(due.secret(), due.id().toString(), now, due.body()));
    }

    @Override
    public void close() {
        loop.close();
        client.close();
    }
}
