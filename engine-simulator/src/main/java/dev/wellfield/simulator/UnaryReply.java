package dev.wellfield.simulator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An answer in one piece, when all of it is there. */
final class UnaryReply extends Reply {

    private final boolean details;
    private final StringBuilder[] texts;
    private final @Nullable Finish[] finishes;

    UnaryReply(
            Exchange exchange,
            GenerationCall call,
            AnswerFormat format,
            Head head,
            Scheduler scheduler,
            Faults faults,
            boolean details) {
        super(exchange, call, format, head, scheduler, faults);
        this.details = details;
        this.texts = new StringBuilder[call.sequences()];
        Arrays.setAll(texts, i -> new StringBuilder());
        this.finishes = new @Nullable Finish[call.sequences()];
    }

    @Override
    void open() {}

    @Override
    void write(Sequence sequence, Delta delta, boolean last) {
        texts[sequence.index()].append(delta.text());
        finishes[sequence.index()] = delta.finish();
    }

    @Override
    void complete() {
        List<AnswerFormat.Choice> choices = new ArrayList<>();
        for (int i = 0; i < texts.length; i++) {
            choices.add(new AnswerFormat.Choice(i, texts[i].toString(), Objects.requireNonNull(finishes[i])));
        }
        exchange.json(200, format.answer(head, choices, usage(), details));
    }

    @Override
    void fail(ApiError error) {
        exchange.error(error);
    }

    @Override
    void cut() {
        exchange.die();
    }

    @Override
    void abandoned() {}
}
