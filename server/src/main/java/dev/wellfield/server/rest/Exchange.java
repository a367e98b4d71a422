package dev.wellfield.server.rest;

import io.vertx.core.Context;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request from its head to its answer. The event loop starts it, moves the bytes and watches the deadline; a virtual
 * thread of its own lets the caller in, checks the request and runs the handler.
 */
final class Exchange {
    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

    private final Desk desk;
    private final Operation operation;
    private final RequestHead head;
    private final HttpServerRequest request;
    private final Context context;
    private final BodyReader body;
    private final long startedNanos = System.nanoTime();

    /** Whoever sets it answers: the request's thread or, at the deadline, the event loop. */
    private final AtomicBoolean answered = new AtomicBoolean();

    private long deadlineTimer;
    private volatile @Nullable Thread thread;
    private volatile @Nullable StreamSink sink;
    private volatile boolean counted = true;
    private volatile Caller caller = Caller.NOBODY;

    Exchange(Desk desk, Operation operation, RequestHead head, HttpServerRequest request, Context context) {
        this.desk = desk;
        this.operation = operation;
        this.head = head;
        this.request = request;
        this.context = context;
        this.body = BodyReader.of(request, context, desk.inFlight());
    }

    /** Called on the event loop, after the request was counted as in flight. */
    void start() {
        request.exceptionHandler(it -> leave());
        request.response().closeHandler(it -> leave());
        deadlineTimer = context.owner().setTimer(desk.limits().requestDeadline().toMillis(), it -> giveUp());
        Thread started = Thread.ofVirtual()
                .name("rest-" + operation.id() + "-" + head.id())
                .unstarted(this::run);
        thread = started;
        started.start();
    }

    private void run() {
        try {
            Reply reply = serve();
            if (reply instanceof Reply.Events events && !head.method().equals("HEAD")) {
                stream(events.source());
            } else {
                answer(Answer.of(reply, Gzip.accepted(head.header("Accept-Encoding"))));
            }
        } catch (ClientGone e) {
            // nobody is there to be answered
            context.owner().cancelTimer(deadlineTimer);
        } catch (Throwable e) {
            if (!answered.get()) {
                answer(Answer.of(desk.incidents().of(operation, head.id(), e)));
            }
        } finally {
            body.release();
            if (counted) {
                desk.inFlight().endRequest();
            }
            desk.ended(this);
        }
    }

    private Reply serve() throws Exception {
        caller = desk.gate().admit(operation, head);
        MediaTypes.check(operation, head);
        byte[] bytes = body.read(
                operation.scope() == Scope.PUBLIC
                        ? desk.limits().publicBodyBytes()
                        : desk.limits().bodyBytes());
        Call call = desk.validation().check(operation, caller, head, bytes);
        return desk.handler(operation).handle(call);
    }

    private void answer(Answer answer) {
        if (answered.compareAndSet(false, true)) {
            context.runOnContext(it -> {
                context.owner().cancelTimer(deadlineTimer);
                Responses.send(request, answer);
                body.discard();
                log(answer.status());
            });
        }
    }

    private void stream(EventSource source) throws InterruptedException {
        if (!desk.inFlight().tryStream()) {
            throw InFlight.full("event streams").exception();
        }
        counted = false;
        desk.inFlight().endRequest();
        try {
            if (answered.compareAndSet(false, true)) {
                context.owner().cancelTimer(deadlineTimer);
                fill(source);
            }
        } finally {
            desk.inFlight().endStream();
        }
    }

    private void fill(EventSource source) throws InterruptedException {
        StreamSink opened = new StreamSink(context, request.response(), desk.limits());
        sink = opened;
        if (desk.draining()) {
            opened.drain();
        }
        boolean whole = false;
        long admitting = context.owner()
                .setPeriodic(
                        desk.limits().streamRecheck().toMillis(),
                        it -> Thread.ofVirtual().name("rest-admit-" + head.id()).start(() -> admitAgain(opened)));
        try {
            context.runOnContext(it -> {
                Responses.head(request.response().setChunked(true), Answer.of(Reply.events(source), false));
                request.response().putHeader("X-Accel-Buffering", "no");
            });
            opened.open();
            source.run(opened);
            whole = true;
        } catch (ClientGone | InterruptedException e) {
            whole = !opened.left(); // interrupted by a drain: the end is orderly
        } catch (Exception e) {
            desk.incidents().logged(operation, head.id(), e);
        } finally {
            context.owner().cancelTimer(admitting);
            end(whole);
        }
    }

    /** A stream outlives neither its session nor its token, nor what its caller may see; who still may comes back. */
    private void admitAgain(StreamSink open) {
        try {
            if (!desk.gate().admit(operation, head).grants().equals(caller.grants())) {
                open.drain();
            }
        } catch (ProblemException e) {
            open.drain();
        } catch (RuntimeException e) {
            LOG.debug("whether {} may go on can't be told now", head.id(), e);
        }
    }

    /** Ends the stream; one that broke is cut off, so that the caller knows. */
    private void end(boolean whole) {
        context.runOnContext(it -> {
            if (!whole) {
                request.connection().close();
            } else if (!request.response().ended() && !request.response().closed()) {
                request.response().end();
            }
            log(200);
        });
    }

    /** The caller has left. An event stream ends; another handler goes on, because what it does may be half done. */
    private void leave() {
        body.leave();
        StreamSink open = sink;
        if (open != null) {
            open.leave();
            context.owner().setTimer(desk.limits().leaveGrace().toMillis(), it -> interrupt());
        }
    }

    /** At the deadline, on the event loop. */
    private void giveUp() {
        if (answered.compareAndSet(false, true)) {
            LOG.warn(
                    "{} ({}) took longer than {}",
                    operation.id(),
                    head.id(),
                    desk.limits().requestDeadline());
            Problem problem = Problem.unavailable(
                    "deadline",
                    "This took longer than " + desk.limits().requestDeadline().toSeconds()
                            + " s and was given up. Whether it took effect is not known: look before you try again.",
                    1);
            Responses.send(request, problem);
            body.discard();
            log(problem.status());
            interrupt();
        }
    }

    /** The server drains: an event stream ends, other requests are finished. Any thread. */
    void drain() {
        StreamSink open = sink;
        if (open != null) {
            open.drain();
        }
    }

    /** Any thread. */
    void interrupt() {
        Thread running = thread;
        if (running != null) {
            running.interrupt();
        }
    }

    private void log(int status) {
        if (LOG.isDebugEnabled()) {
            LOG.debug(
                    "{} {} {} in {} ms ({})",
                    head.method(),
                    operation.path(),
                    status,
                    (System.nanoTime() - startedNanos) / 1_000_000,
                    head.id());
        }
    }
}
