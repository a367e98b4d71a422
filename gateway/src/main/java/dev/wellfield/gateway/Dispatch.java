package dev.wellfield.gateway;

import dev.wellfield.core.serving.Call;
import dev.wellfield.gateway.wire.CallBody;
import io.vertx.core.http.HttpClientResponse;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One request's way to an engine: waits for a place, sends the request, and tries once more, with another engine if there
 * is one, as long as nothing of an answer has come. Owned by one event loop.
 */
final class Dispatch implements Upstream.Listener {
    private static final int MOST_ATTEMPTS = 2;
    /** An engine, or what stands before it, that says this hasn't worked on the request, or to no end. */
    private static final Set<Integer> ANOTHER_MAY_DO = Set.of(502, 503, 504);

    private final Loop loop;
    private final Doorman.Entry.Admitted admitted;
    private final Call call;
    private final Reply reply;
    private final Listener listener;

    /** Kept only as long as it may have to be sent again. */
    private @Nullable CallBody body;

    private @Nullable Ticket ticket;
    private @Nullable Slot slot;
    private @Nullable Upstream upstream;
    private int attempts;

    /** Is told how it goes. After {@link #answered}, {@link #noEngine} or {@link #lost} nothing more comes. */
    interface Listener {
        /** All engines are busy. */
        void queued();

        /** An engine gets the request now; if it does so a second time, the one before couldn't be reached. */
        void sentTo(Engine engine);

        /** The engine's answer begins. */
        void answered(HttpClientResponse response, Slot slot);

        /** There is none to be had. */
        void noEngine(OpenAiError error);

        /** The engine didn't answer, and it can't be asked again. */
        void lost(OpenAiError error);
    }

    Dispatch(Loop loop, Doorman.Entry.Admitted admitted, CallBody body, Reply reply, Listener listener) {
        this.loop = loop;
        this.admitted = admitted;
        this.call = admitted.call();
        this.body = body;
        this.reply = reply;
        this.listener = listener;
    }

    void place() {
        place(null);
    }

    private void place(@Nullable Engine avoided) {
        switch (admitted.engines().place(loop, this::granted, avoided)) {
            case Assignment.Given(Slot free) -> send(free);
            case Assignment.Waiting(Ticket mine) -> {
                ticket = mine;
                listener.queued();
            }
            case Assignment.NoEngine() -> listener.noEngine(OpenAiError.noEngine(call.model()));
            case Assignment.QueueFull(int most) ->
                listener.noEngine(OpenAiError.enginesBusy(call.model(), "%d requests wait already".formatted(most)));
        }
    }

    private void granted(Slot free) {
        if (ticket == null) {
            free.release();
        } else {
            ticket = null;
            send(free);
        }
    }

    private void send(Slot free) {
        Engine engine = free.engine();
        CallBody asked = Objects.requireNonNull(body, "the body is kept until an answer comes");
        slot = free;
        attempts++;
        free.asks();
        listener.sentTo(engine);
        Map<String, String> headers = EngineHeaders.of(reply.request(), call.id(), engine);
        byte[] forEngine = engine.dialect().body(asked, call.tenant(), admitted.ceiling());
        upstream = Upstream.send(loop, engine.endpoint().url(), asked.shape().path(), headers, forEngine, this);
    }

    @Override
    public void unreachable(String reason) {
        if (slot != null) {
            loop.plane().dispatcher().health(admitted.engines(), slot.engine(), false, reason);
        }
        tryAgain(OpenAiError.engineFailed("The engine can't be reached."));
    }

    @Override
    public void broken(String reason) {
        tryAgain(OpenAiError.engineFailed("The engine closed the connection before it answered."));
    }

    private void tryAgain(OpenAiError otherwise) {
        if (attempts < MOST_ATTEMPTS) {
            elsewhere();
        } else {
            listener.lost(otherwise);
        }
    }

    /** To another engine, or to the same if no other is free. */
    private void elsewhere() {
        loop.plane().metrics().retried();
        Engine before = slot == null ? null : slot.engine();
        releaseSlot();
        place(before);
    }

    @Override
    public void answered(HttpClientResponse response) {
        Slot answering = Objects.requireNonNull(slot, "an engine that answers has the request");
        if (ANOTHER_MAY_DO.contains(response.statusCode())
                && attempts < MOST_ATTEMPTS
                && admitted.engines().isFreeBesides(answering.engine())) {
            callOff();
            elsewhere();
            return;
        }
        body = null;
        listener.answered(response, answering);
    }

    /** The engine's answer has ended in order. */
    void ended() {
        if (upstream != null) {
            upstream.ended();
        }
    }

    boolean hasEnded() {
        return upstream == null || upstream.hasEnded();
    }

    /** Whether the engine that has the request doesn't get on with anything. */
    boolean isAtStuckEngine() {
        return slot != null && slot.engine().progress().isStuck();
    }

    /** Gives up the place, in the queue or at the engine. */
    void release() {
        if (ticket != null) {
            ticket.cancel();
            ticket = null;
        }
        releaseSlot();
    }

    private void releaseSlot() {
        if (slot != null) {
            slot.release();
            slot = null;
        }
    }

    /** Makes the engine stop at once, unless its answer has ended. */
    void callOff() {
        if (upstream != null) {
            upstream.callOff();
        }
    }
}
