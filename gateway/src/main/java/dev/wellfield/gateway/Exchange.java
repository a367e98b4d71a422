package dev.wellfield.gateway;

import dev.wellfield.core.serving.Call;
import dev.wellfield.core.serving.Outcome;
import dev.wellfield.core.serving.RequestState;
import dev.wellfield.core.serving.RequestState.Answering;
import dev.wellfield.core.serving.RequestState.AtEngine;
import dev.wellfield.core.serving.RequestState.Dispatched;
import dev.wellfield.core.serving.RequestState.Reserved;
import dev.wellfield.core.serving.RequestState.Waiting;
import dev.wellfield.core.serving.TokenCount;
import dev.wellfield.core.serving.UsageRecord;
import dev.wellfield.core.serving.UsageTally;
import dev.wellfield.gateway.journal.JournalEntry;
import dev.wellfield.gateway.wire.ChatBody;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import java.net.URI;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One admitted request, from its place in the queue to its one end. The request ledger's state says what may happen next;
 * whatever comes too late finds a state in which it means nothing. Owned by one event loop.
 */
final class Exchange implements Watched, Upstream.Listener {
    private static final int CALLER_LEFT = 499;
    private static final int MOST_ATTEMPTS = 2;
    private static final long SECOND_NANOS = 1_000_000_000L;

    private final Loop loop;
    private final Plane plane;
    private final Reply reply;
    private final Doorman.Entry.Admitted admitted;
    private final Call call;
    private final ChatBody body;
    private final String path;
    private final long beganNanos;
    private final UsageTally tally;

    private RequestState state;
    private @Nullable Ticket ticket;
    private @Nullable Slot slot;
    private @Nullable Upstream upstream;
    private @Nullable HttpClientResponse answer;
    private boolean answerEnded;
    private int attempts;
    private long queuedNanos;
    private long heardNanos;
    /** Since when the caller is too slow; 0 while it isn't. */
    private long pausedNanos;

    private long progressNanos;
    private TokenCount progress = TokenCount.ZERO;

    Exchange(Loop loop, Reply reply, Doorman.Entry.Admitted admitted, ChatBody body, String path, long beganNanos) {
        this.loop = loop;
        this.plane = loop.plane();
        this.reply = reply;
        this.admitted = admitted;
        this.call = admitted.call();
        this.body = body;
        this.path = path;
        this.beganNanos = beganNanos;
        this.tally = new UsageTally(call.choices());
        this.state = new Reserved(call);
    }

    void start() {
        loop.watch(this);
        reply.onLeave(this::callerLeft);
        place();
    }

    // ---- finding an engine

    private void place() {
        switch (admitted.engines().place(loop, this::granted)) {
            case Placement.Placed(Slot free) -> dispatch(free);
            case Placement.Waiting(Ticket mine) -> {
                ticket = mine;
                queuedNanos = System.nanoTime();
                if (state instanceof Reserved reserved) {
                    state = reserved.queue();
                }
            }
            case Placement.NoEngine() ->
                giveUp(OpenAiError.unavailable(
                        "No engine serves the model '%s' now.".formatted(call.model()), "no_engine", 5));
            case Placement.QueueFull(int most) ->
                giveUp(OpenAiError.enginesBusy(call.model(), "%d requests wait already".formatted(most)));
        }
    }

    private void granted(Slot free) {
        if (ticket == null) {
            free.release();
        } else {
            ticket = null;
            dispatch(free);
        }
    }

    private void dispatch(Slot free) {
        Engine engine = free.engine();
        switch (state) {
            case Waiting waiting ->
                state = waiting.dispatch(
                        engine.endpoint().id(), engine.endpoint().simulated());
            case Dispatched dispatched ->
                state = dispatched.redirect(
                        engine.endpoint().id(), engine.endpoint().simulated());
            default -> {
                free.release();
                return;
            }
        }
        slot = free;
        attempts++;
        heardNanos = System.nanoTime();
        plane.journal()
                .add(new JournalEntry.Opened(
                        call, engine.endpoint().id(), engine.endpoint().simulated()));
        URI url = engine.endpoint().url();
        byte[] forEngine = engine.dialect().body(body, call.tenant(), admitted.ceiling());
        upstream =
                Upstream.send(loop, url, path, EngineHeaders.of(reply.request(), call.id(), engine), forEngine, this);
    }

    @Override
    public void unreachable(String reason) {
        if (slot != null) {
            plane.dispatcher().health(admitted.engines(), slot.engine(), false, reason);
        }
        retryOr(OpenAiError.engineFailed("The engine can't be reached."), true);
    }

    @Override
    public void broken(boolean reused, String reason) {
        retryOr(OpenAiError.engineFailed("The engine closed the connection before it answered."), reused);
    }

    private void retryOr(OpenAiError error, boolean harmless) {
        if (!(state instanceof Dispatched)) {
            return;
        }
        if (!harmless || attempts >= MOST_ATTEMPTS) {
            fail(Outcome.UPSTREAM_FAILED, error);
            return;
        }
        plane.metrics().retried();
        releaseSlot();
        upstream = null;
        place();
    }

    // ---- passing the answer on

    @Override
    public void answered(HttpClientResponse response) {
        if (!(state instanceof Dispatched)) {
            response.request().reset();
            return;
        }
        heard();
        answer = response;
        Relay to = relayFor(response);
        response.exceptionHandler(e -> engineFailed("Its connection broke in the middle of the answer."));
        response.handler(bytes -> {
            heard();
            to.data(bytes.getBytes());
        });
        response.endHandler(end -> {
            answerEnded = true;
            to.end();
        });
    }

    private Relay relayFor(HttpClientResponse response) {
        if (response.statusCode() != 200) {
            return new RefusalRelay(this, response);
        }
        return call.stream()
                ? new StreamRelay(
                        this,
                        tally,
                        call.choices(),
                        body.usage(),
                        plane.limits().eventBytes())
                : new WholeRelay(this, tally, plane.limits().answerBytes());
    }

    private void heard() {
        heardNanos = System.nanoTime();
        if (slot != null) {
            slot.engine().heard();
        }
    }

    /** The first piece of the answer is here, or a later one. */
    void began() {
        if (state instanceof Dispatched dispatched) {
            state = dispatched.answer(plane.now());
            if (slot != null) {
                slot.beganAnswer();
            }
            plane.metrics()
                    .firstToken(
                            new Metrics.Served(call.modelOwner(), call.model(), dispatched.simulated()),
                            heardNanos - beganNanos);
            if (call.stream()) {
                noteProgress();
            }
        }
    }

    void passOn(Buffer bytes) {
        if (state instanceof AtEngine) {
            if (!reply.begun()) {
                reply.beginEvents();
            }
            write(bytes);
        }
    }

    void passOnLong(Buffer bytes) {
        if (state instanceof AtEngine && answer != null) {
            if (!reply.begun()) {
                reply.beginLong(contentType(answer), answer.getHeader(HttpHeaders.CONTENT_LENGTH));
            }
            write(bytes);
        }
    }

    private void write(Buffer bytes) {
        reply.write(bytes);
        HttpClientResponse source = answer;
        if (source != null && pausedNanos == 0 && reply.isFull()) {
            pausedNanos = System.nanoTime() | 1;
            source.pause();
            reply.onDrain(() -> {
                pausedNanos = 0;
                heardNanos = System.nanoTime();
                source.resume();
            });
        }
    }

    // ---- the one end

    void completeStream(Buffer last) {
        UsageRecord record = settle(Outcome.COMPLETED, 200);
        if (record != null) {
            onceJournaled(record, () -> {
                if (!reply.begun()) {
                    reply.beginEvents();
                }
                reply.end(last);
            });
            letGo();
        }
    }

    void completeWhole(Buffer rest) {
        CharSequence contentType = answer == null ? "application/json" : contentType(answer);
        UsageRecord record = settle(Outcome.COMPLETED, 200);
        if (record != null) {
            onceJournaled(record, () -> {
                if (reply.begun()) {
                    reply.end(rest);
                } else {
                    reply.whole(200, contentType, rest);
                }
            });
        }
    }

    private void onceJournaled(UsageRecord record, Runnable then) {
        plane.journal().settle(record, loop, safe -> {
            if (safe) {
                then.run();
            } else {
                tell(OpenAiError.unavailable(
                        "The gateway couldn't record the answer's usage, so the answer ends here.",
                        "journal_unavailable",
                        2));
            }
        });
    }

    void engineFailed(String message) {
        fail(Outcome.UPSTREAM_FAILED, OpenAiError.engineFailed(("The engine failed. " + message).strip()));
    }

    void engineRefused(OpenAiError error) {
        fail(Outcome.UPSTREAM_FAILED, error);
    }

    private void callerLeft() {
        switch (state) {
            case Waiting waiting -> {
                plane.metrics().abandoned();
                withdraw(waiting);
            }
            case AtEngine atEngine -> {
                UsageRecord record = Objects.requireNonNull(settle(Outcome.CLIENT_ABORTED, CALLER_LEFT));
                plane.journal().settle(record);
                callOff();
            }
            case RequestState.Settled settled -> {}
            case RequestState.Withdrawn withdrawn -> {}
        }
    }

    /** No engine is to be had. */
    private void giveUp(OpenAiError error) {
        switch (state) {
            case Waiting waiting -> {
                withdraw(waiting);
                plane.metrics().refused(error);
                reply.error(error);
            }
            case AtEngine atEngine -> fail(Outcome.UPSTREAM_FAILED, error);
            case RequestState.Settled settled -> {}
            case RequestState.Withdrawn withdrawn -> {}
        }
    }

    private void withdraw(Waiting waiting) {
        state = waiting.withdraw();
        release();
    }

    private void fail(Outcome outcome, OpenAiError error) {
        int status = reply.begun() ? reply.status() : error.status();
        UsageRecord record = settle(outcome, status);
        if (record != null) {
            plane.journal().settle(record);
            callOff();
            tell(error);
        }
    }

    /** The caller hears of it in the way that is left. */
    private void tell(OpenAiError error) {
        if (!reply.begun()) {
            reply.error(error);
        } else if (call.stream()) {
            reply.endWithErrorEvent(error);
        } else {
            reply.cut();
        }
    }

    /** Null if it was settled before. */
    private @Nullable UsageRecord settle(Outcome outcome, int status) {
        if (!(state instanceof AtEngine atEngine)) {
            return null;
        }
        RequestState.Settled settled = atEngine.settle(outcome, tally.count(), plane.now(), status);
        state = settled;
        plane.metrics().settled(settled.record());
        release();
        return settled.record();
    }

    private void release() {
        if (ticket != null) {
            ticket.cancel();
            ticket = null;
        }
        releaseSlot();
        admitted.lease().release();
        plane.gate().leave();
        loop.unwatch(this);
    }

    private void releaseSlot() {
        if (slot != null) {
            slot.release();
            slot = null;
        }
    }

    private void callOff() {
        if (upstream != null && !answerEnded) {
            upstream.callOff();
        }
    }

    /** The engine has said its last word; it gets a moment to end in order, so that the connection can be used again. */
    private void letGo() {
        if (pausedNanos != 0 && answer != null) {
            answer.resume();
        }
        if (!answerEnded) {
            loop.later(1_000, this::callOff);
        }
    }

    // ---- time

    @Override
    public void look(long nowNanos) {
        Timeouts limits = plane.timeouts();
        if (nowNanos - beganNanos > limits.request().toNanos()) {
            late("The request took longer than %d s.".formatted(limits.request().toSeconds()));
        } else if (ticket != null) {
            if (nowNanos - queuedNanos > limits.queue().toNanos()) {
                queuedTooLong();
            }
        } else if (answer == null) {
            if (nowNanos - heardNanos > limits.firstByte().toNanos()) {
                late("The engine didn't answer within %d s."
                        .formatted(limits.firstByte().toSeconds()));
            }
        } else if (pausedNanos != 0) {
            if (nowNanos - pausedNanos > limits.slowCaller().toNanos()) {
                callerLeft();
                reply.cut();
            }
        } else if (nowNanos - heardNanos > limits.silence().toNanos()) {
            late("The engine said nothing for %d s.".formatted(limits.silence().toSeconds()));
        }
        if (call.stream() && nowNanos - progressNanos >= SECOND_NANOS) {
            noteProgress();
        }
    }

    private void queuedTooLong() {
        long seconds = plane.timeouts().queue().toSeconds();
        giveUp(
                admitted.engines().anyReady()
                        ? OpenAiError.enginesBusy(call.model(), "no place came free within %d s".formatted(seconds))
                        : OpenAiError.unavailable(
                                "No engine of the model '%s' is well; waited %d s.".formatted(call.model(), seconds),
                                "no_engine",
                                5));
    }

    private void late(String message) {
        if (state instanceof Waiting) {
            giveUp(OpenAiError.deadline(message));
        } else {
            fail(Outcome.DEADLINE, OpenAiError.deadline(message));
        }
    }

    /** What this costs if the gateway dies now. */
    private void noteProgress() {
        if (state instanceof Answering answering) {
            TokenCount now = tally.count().tokens();
            if (progressNanos == 0 || !now.equals(progress)) {
                progress = now;
                progressNanos = System.nanoTime();
                plane.journal().add(new JournalEntry.Progress(call.id(), answering.firstTokenAt(), now));
            }
        }
    }

    @Override
    public void stop() {
        OpenAiError error =
                OpenAiError.unavailable("The gateway is shutting down and could wait no longer.", "shutting_down", 1);
        if (state instanceof Waiting) {
            giveUp(error);
        } else {
            fail(Outcome.DEADLINE, error);
        }
    }

    private static CharSequence contentType(HttpClientResponse response) {
        String type = response.getHeader(HttpHeaders.CONTENT_TYPE);
        return type == null ? "application/json" : type;
    }
}
