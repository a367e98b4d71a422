package dev.wellfield.gateway;

import dev.wellfield.core.serving.Call;
import dev.wellfield.core.serving.Outcome;
import dev.wellfield.core.serving.RequestState;
import dev.wellfield.core.serving.RequestState.Answering;
import dev.wellfield.core.serving.RequestState.AtEngine;
import dev.wellfield.core.serving.RequestState.Dispatched;
import dev.wellfield.core.serving.RequestState.Reserved;
import dev.wellfield.core.serving.RequestState.Waiting;
import dev.wellfield.core.serving.UsageRecord;
import dev.wellfield.core.serving.UsageTally;
import dev.wellfield.gateway.journal.JournalEntry;
import dev.wellfield.gateway.wire.ChatBody;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import org.jspecify.annotations.Nullable;

/**
 * One admitted request, from its place in the queue to its one end. The request ledger's state says what may happen next;
 * whatever comes too late finds a state in which it means nothing. Owned by one event loop.
 */
final class Exchange implements Watched, Upstream.Listener {
    private static final int CALLER_LEFT = 499;
    private static final int MOST_ATTEMPTS = 2;
    private static final long LAST_MOMENT_MILLIS = 1_000;

    private final Loop loop;
    private final Plane plane;
    private final Reply reply;
    private final Doorman.Entry.Admitted admitted;
    private final Call call;
    private final ChatBody body;
    private final String path;
    private final UsageTally tally;
    private final ProgressNotes notes;
    private final Patience patience;

    private RequestState state;
    private @Nullable Ticket ticket;
    private @Nullable Slot slot;
    private @Nullable Upstream upstream;
    private @Nullable Outlet outlet;
    private int attempts;

    Exchange(Loop loop, Reply reply, Doorman.Entry.Admitted admitted, ChatBody body, String path, long beganNanos) {
        this.loop = loop;
        this.plane = loop.plane();
        this.reply = reply;
        this.admitted = admitted;
        this.call = admitted.call();
        this.body = body;
        this.path = path;
        this.tally = new UsageTally(call.choices());
        this.notes = new ProgressNotes(plane.journal(), tally);
        this.patience = new Patience(plane.timeouts(), beganNanos);
        this.state = new Reserved(call);
    }

    void start() {
        loop.watch(this);
        reply.onLeave(this::callerLeft);
        place();
    }

    // Finding an engine.

    private void place() {
        switch (admitted.engines().place(loop, this::granted)) {
            case Placement.Placed(Slot free) -> dispatch(free);
            case Placement.Waiting(Ticket mine) -> {
                ticket = mine;
                patience.queued();
                if (state instanceof Reserved reserved) {
                    state = reserved.queue();
                }
            }
            case Placement.NoEngine() -> giveUp(OpenAiError.noEngine(call.model()));
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
        state = switch (state) {
            case Waiting waiting -> waiting.dispatch(engine.id(), engine.isSimulated());
            case Dispatched dispatched -> dispatched.redirect(engine.id(), engine.isSimulated());
            case Answering answering -> throw new IllegalStateException("dispatched while it is answered");
            case RequestState.Settled settled -> throw new IllegalStateException("dispatched after its end");
            case RequestState.Withdrawn withdrawn -> throw new IllegalStateException("dispatched after its end");
        };
        slot = free;
        attempts++;
        patience.sent();
        plane.journal().add(new JournalEntry.Opened(call, engine.id(), engine.isSimulated()));
        upstream = Upstream.send(
                loop,
                engine.endpoint().url(),
                path,
                EngineHeaders.of(reply.request(), call.id(), engine),
                engine.dialect().body(body, call.tenant(), admitted.ceiling()),
                this);
    }

    @Override
    public void unreachable(String reason) {
        if (slot != null) {
            plane.dispatcher().health(admitted.engines(), slot.engine(), false, reason);
        }
        tryAgain(true, OpenAiError.engineFailed("The engine can't be reached."));
    }

    @Override
    public void broken(boolean reused, String reason) {
        tryAgain(reused, OpenAiError.engineFailed("The engine closed the connection before it answered."));
    }

    /** @param harmless the engine hasn't seen the request, or has closed the connection for idleness */
    private void tryAgain(boolean harmless, OpenAiError otherwise) {
        if (!harmless || attempts >= MOST_ATTEMPTS) {
            fail(Outcome.UPSTREAM_FAILED, otherwise);
        } else if (state instanceof Dispatched) {
            plane.metrics().retried();
            releaseSlot();
            upstream = null;
            place();
        }
    }

    // Passing the answer on.

    @Override
    public void answered(HttpClientResponse response) {
        heard();
        outlet = new Outlet(reply, response, patience);
        Relay relay = relayFor(response);
        response.exceptionHandler(e -> engineFailed("Its connection broke in the middle of the answer."));
        response.handler(bytes -> {
            heard();
            relay.data(bytes);
        });
        response.endHandler(end -> {
            if (upstream != null) {
                upstream.ended();
            }
            relay.end();
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
        patience.heard();
        if (slot != null) {
            slot.engine().heard();
        }
    }

    /** A piece of the answer is here, the first or a later one. */
    void began() {
        if (state instanceof Dispatched dispatched) {
            Answering answering = dispatched.answer(plane.now());
            state = answering;
            if (slot != null) {
                slot.beganAnswer();
            }
            plane.metrics().firstToken(call, dispatched.simulated(), patience.sinceArrivalNanos());
            if (call.stream()) {
                notes.note(answering, System.nanoTime());
            }
        }
    }

    /** Some of the answer, but not its end. */
    void passOn(Buffer bytes) {
        if (state instanceof AtEngine && outlet != null) {
            outlet.write(bytes, call.stream());
        }
    }

    // The one end.

    /** @param last the end of the answer, which waits for the journal */
    void complete(Buffer last) {
        UsageRecord record = settle(Outcome.COMPLETED, 200);
        Outlet to = outlet;
        if (record == null || to == null) {
            return;
        }
        plane.journal().settle(record, loop, safe -> {
            if (safe) {
                to.end(last, call.stream());
            } else {
                tell(OpenAiError.notJournaled());
            }
        });
        // The engine gets a moment to end in order, so that the connection can be used again.
        to.release();
        if (upstream != null && !upstream.hasEnded()) {
            loop.later(LAST_MOMENT_MILLIS, upstream::callOff);
        }
    }

    void engineFailed(String message) {
        fail(Outcome.UPSTREAM_FAILED, OpenAiError.engineFailed(("The engine failed. " + message).strip()));
    }

    void engineRefused(OpenAiError error) {
        fail(Outcome.UPSTREAM_FAILED, error);
    }

    private void callerLeft() {
        if (state instanceof Waiting waiting) {
            plane.metrics().abandoned();
            withdraw(waiting);
        } else {
            UsageRecord record = settle(Outcome.CLIENT_ABORTED, CALLER_LEFT);
            if (record != null) {
                plane.journal().settle(record);
                callOff();
            }
        }
    }

    /** No engine is to be had, or not in time. */
    private void giveUp(OpenAiError error) {
        if (state instanceof Waiting waiting) {
            withdraw(waiting);
            plane.metrics().refused(error);
            reply.error(error);
        } else {
            fail(Outcome.UPSTREAM_FAILED, error);
        }
    }

    private void fail(Outcome outcome, OpenAiError error) {
        UsageRecord record = settle(outcome, reply.begun() ? reply.status() : error.status());
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

    private void withdraw(Waiting waiting) {
        state = waiting.withdraw();
        release();
    }

    /** Null if no engine has it, or it was settled before. */
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
        if (upstream != null) {
            upstream.callOff();
        }
    }

    // Time.

    @Override
    public void look(long nowNanos) {
        Timeouts limits = plane.timeouts();
        switch (patience.judge(nowNanos)) {
            case GO_ON -> {
                if (call.stream() && state instanceof Answering answering) {
                    notes.note(answering, nowNanos);
                }
            }
            case REQUEST ->
                late("The request took longer than %d s.", limits.request().toSeconds());
            case FIRST_BYTE ->
                late("The engine didn't answer within %d s.", limits.firstByte().toSeconds());
            case SILENCE ->
                late("The engine said nothing for %d s.", limits.silence().toSeconds());
            case PLACE -> {
                long seconds = limits.queue().toSeconds();
                giveUp(
                        admitted.engines().anyReady()
                                ? OpenAiError.enginesBusy(
                                        call.model(), "no place came free within %d s".formatted(seconds))
                                : OpenAiError.noEngineWell(call.model(), seconds));
            }
            case SLOW_CALLER -> {
                callerLeft();
                reply.cut();
            }
        }
    }

    private void late(String message, long seconds) {
        OpenAiError error = OpenAiError.deadline(message.formatted(seconds));
        if (state instanceof Waiting) {
            giveUp(error);
        } else {
            fail(Outcome.DEADLINE, error);
        }
    }

    @Override
    public void stop() {
        if (state instanceof Waiting) {
            giveUp(OpenAiError.shuttingDown());
        } else {
            fail(Outcome.DEADLINE, OpenAiError.shuttingDown());
        }
    }
}
