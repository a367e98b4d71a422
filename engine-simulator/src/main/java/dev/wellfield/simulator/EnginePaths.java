package dev.wellfield.simulator;

import io.vertx.core.Context;
import java.time.InstantSource;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/** The paths that put work into the engine, with the faults that come before it. Owned by the event loop. */
final class EnginePaths {

    private final Context context;
    private final SimulatorOptions options;
    private final Scheduler scheduler;
    private final CallReader reader;
    private final InstantSource clock;
    private boolean draining;

    EnginePaths(
            Context context, SimulatorOptions options, Scheduler scheduler, CallReader reader, InstantSource clock) {
        this.context = context;
        this.options = options;
        this.scheduler = scheduler;
        this.reader = reader;
        this.clock = clock;
    }

    /** From now on new work is refused. */
    void drain() {
        draining = true;
    }

    void chat(Exchange exchange) {
        enter(exchange, (body, faults) -> generate(exchange, faults, reader.chat(body), new ChatFormat()));
    }

    void completion(Exchange exchange) {
        enter(exchange, (body, faults) -> generate(exchange, faults, reader.completion(body), new CompletionFormat()));
    }

    void embedding(Exchange exchange) {
        enter(
                exchange,
                (body, faults) -> exchange.answer(
                        reader.embedding(body),
                        call -> new EmbeddingReply(exchange, call, head("embd-", exchange), scheduler)
                                .begin(Pace.of(options, faults))));
    }

    private interface Work {
        void start(ObjectNode body, Faults faults);
    }

    private void enter(Exchange exchange, Work work) {
        Faults faults;
        try {
            faults = Faults.of(exchange.request().headers());
        } catch (IllegalArgumentException e) {
            exchange.error(ApiError.badRequest(String.valueOf(e.getMessage())));
            return;
        }
        if (faults.has(Fault.HANG)) {
            return;
        }
        if (faults.has(Fault.ERROR)) {
            faults.number(Fault.RETRY_AFTER)
                    .ifPresent(s -> exchange.response().putHeader("retry-after", Integer.toString(s)));
            exchange.error(ApiError.simulated(faults.number(Fault.ERROR).getAsInt()));
            return;
        }
        exchange.onJson(body -> {
            if (draining) {
                exchange.error(ApiError.draining());
            } else {
                work.start(body, faults);
            }
        });
    }

    private void generate(Exchange exchange, Faults faults, Outcome<GenerationCall> outcome, AnswerFormat format) {
        Consumer<GenerationCall> begin = call -> {
            Head head = head(format.idPrefix(), exchange);
            boolean details = options.enablePromptTokensDetails();
            Reply reply;
            if (call.stream()) {
                EventStream stream = new EventStream(context, exchange.response(), faults);
                reply = new StreamReply(exchange, call, format, head, scheduler, faults, stream, details);
            } else {
                reply = new UnaryReply(exchange, call, format, head, scheduler, faults, details);
            }
            reply.begin(Pace.of(options, faults));
        };
        exchange.answer(outcome, begin);
    }

    private Head head(String prefix, Exchange exchange) {
        return new Head(prefix + exchange.id(), clock.instant().getEpochSecond(), options.model());
    }
}
