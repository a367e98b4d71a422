package dev.wellfield.gateway;

import dev.wellfield.core.serving.Call;
import dev.wellfield.core.serving.CallKind;
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
import dev.wellfield.gateway.wire.CallBody;
import dev.wellfield.gateway.wire.UsageWish;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import org.jspecify.annotations.Nullable;

/**
 * One admitted request, from its place in the queue to its one end. The request ledger's state says what may happen next;
 * whatever comes too late finds a state in which it means nothing. Owned by one event loop.
 */
final class Exchange implements Watched, Dispatch.Listener {
    private static final int CALLER_LEFT = 499;
    private static final long LAST_MOMENT_MILLIS = 1_000;

    private final Loop loop;
    private final Plane plane;
    private final Reply reply;
    private final Doorman.Entry.Admitted admitted;
    private final Call call;
    private final UsageWish wish;
    private final CallKind kind;
    private final int answers;
    private final UsageTally tally;
    private final ProgressNotes notes;
    private final Patience patience;
    private final Dispatch dispatch;

    private RequestState state;
    private @Nullable Slot slot;
    private @Nullable Outlet outlet;

    Exchange(Loop loop, Reply reply, Doorman.Entry.Admitted admitted, CallBody body, long beganNanos) {
        this.loop = loop;
        this.plane = loop.plane();
        this.reply = reply;
        this.admitted = admitted;
        this.call = admitted.call();
        this.wish = body.usage();
        this.kind = body.shape().kind();
        this.answers = body.answers();
        this.tally = new UsageTally(body.prompts(), body.choices());
        this.notes = new ProgressNotes(plane.journal(), tally);
        this.patience = new Patience(plane.timeouts(), beganNanos);
        this.dispatch = new Dispatch(loop, admitted, body, reply, this);
        this.state = new Reserved(call);
    }

    void start() {
        loop.watch(this);
        reply.onLeave(this::callerLeft);
        dispatch.place();
    }

    // To an engine.

    @Override
    public void queued() {
        patience.queued();
        if (state instanceof Reserved reserved) {
            state = reserved.queue();
        }
    }

    @Override
    public void sentTo(Engine engine) {
        state = switch (state) {
            case Waiting waiting -> waiting.dispatch(engine.id(), engine.isSimulated());
            case Dispatched dispatched -> dispatched.redirect(engine.id(), engine.isSimulated());
            case Answering answering -> throw new IllegalStateException("sent while it is answered");
            case RequestState.Settled settled -> throw new IllegalStateException("sent after its end");
            case RequestState.Withdrawn withdrawn -> throw new IllegalStateException("sent after its end");
        };
        patience.sent();
        plane.journal().add(new JournalEntry.Opened(call, engine.id(), engine.isSimulated()));
    }

    @Override
    public void noEngine(OpenAiError error) {
        if (state instanceof Waiting waiting) {
            withdraw(waiting);
            plane.metrics().refused(error);
            reply.error(error);
        } else {
            fail(Outcome.UPSTREAM_FAILED, error);
        }
    }

    @Override
    public void lost(OpenAiError error) {
        fail(Outcome.UPSTREAM_FAILED, error);
    }

    // Passing the answer on.

    @Override
    public void answered(HttpClientResponse response, Slot place) {
        slot = place;
        outlet = new Outlet(reply, response, patience, place);
        heard(place);
        Relay relay = relayFor(response);
        response.exceptionHandler(e -> engineFailed("Its connection broke in the middle of the answer."));
        response.handler(bytes -> {
            heard(place);
            relay.data(bytes);
        });
        response.endHandler(end -> {
            dispatch.ended();
            relay.end();
        });
    }

    private Relay relayFor(HttpClientResponse response) {
        if (response.statusCode() != 200) {
            return new RefusalRelay(this, response);
        }
        return call.stream()
                ? new StreamRelay(this, tally, answers, wish, plane.capacity().eventBytes())
                : new WholeRelay(this, tally, plane.capacity().answerBytes());
    }

    private void heard(Slot place) {
        patience.heard();
        place.engine().heard();
    }

    /** A piece of the answer is here, the first or a later one. */
    void began() {
        if (state instanceof Dispatched dispatched) {
            Answering answering = dispatched.answer(plane.now());
            state = answering;
            if (slot != null) {
                slot.reads();
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
        if (!dispatch.hasEnded()) {
            loop.later(LAST_MOMENT_MILLIS, dispatch::callOff);
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
            return;
        }
        UsageRecord record = settle(Outcome.CLIENT_ABORTED, CALLER_LEFT);
        if (record != null) {
            plane.journal().settle(record);
            dispatch.callOff();
        }
    }

    private void fail(Outcome outcome, OpenAiError error) {
        UsageRecord record = settle(outcome, reply.begun() ? reply.status() : error.status());
        if (record != null) {
            plane.journal().settle(record);
            dispatch.callOff();
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
        release(TokenCount.ZERO);
    }

    /** Null if no engine has it, or it was settled before. */
    private @Nullable UsageRecord settle(Outcome outcome, int status) {
        if (!(state instanceof AtEngine atEngine)) {
            return null;
        }
        RequestState.Settled settled = atEngine.settle(outcome, tally.count(), plane.now(), status);
        state = settled;
        plane.metrics().settled(settled.record(), kind);
        release(settled.record().tokens());
        return settled.record();
    }

    private void release(TokenCount used) {
        dispatch.release();
        admitted.lease().settle(used.prompt() + used.completion(), System.nanoTime());
        plane.gate().leave();
        loop.unwatch(this);
    }

    // Time.

    @Override
    public void look(long nowNanos) {
        Timeouts limits = plane.timeouts();
        switch (patience.judge(nowNanos)) {
            case GO_ON -> {
                if (patience.awaitsFirstByte() && dispatch.isAtStuckEngine()) {
                    late(
                            "The engine has said and counted nothing for %d s.",
                            limits.stuck().toSeconds());
                } else if (call.stream() && state instanceof Answering answering) {
                    notes.note(answering, nowNanos);
                }
            }
            case REQUEST ->
                late("The request took longer than %d s.", limits.request().toSeconds());
            case FIRST_BYTE ->
                late("The engine didn't answer within %d s.", limits.firstByte().toSeconds());
            case SILENCE ->
                late("The engine said nothing for %d s.", limits.silence().toSeconds());
            case PLACE -> noEngine(queuedTooLong(limits.queue().toSeconds()));
            case SLOW_CALLER -> {
                callerLeft();
                reply.cut();
            }
        }
    }

    private OpenAiError queuedTooLong(long seconds) {
        return admitted.engines().anyReady()
                ? OpenAiError.enginesBusy(call.model(), "no place came free within %d s".formatted(seconds))
                : OpenAiError.noEngineWell(call.model(), seconds);
    }

    private void late(String message, long seconds) {
        end(OpenAiError.deadline(message.formatted(seconds)));
    }

    @Override
    public void stop() {
        end(OpenAiError.shuttingDown());
    }

    private void end(OpenAiError error) {
        if (state instanceof Waiting) {
            noEngine(error);
        } else {
            fail(Outcome.DEADLINE, error);
        }
    }
}
