package dev.wellfield.gateway;

import dev.wellfield.core.serving.Allowances.TokenAsk;
import dev.wellfield.core.serving.Model;
import dev.wellfield.gateway.wire.CallBody;
import java.util.OptionalLong;

/**
 * What a request can cost at most.
 *
 * @param prompt tokens of all prompts
 * @param answers tokens of all answers
 * @param ceiling of each answer, where the caller named no limit and there is one: engines are told it
 * @param tokens to ask the allowances for
 */
record Bound(long prompt, long answers, OptionalLong ceiling, TokenAsk tokens) {

    static Bound of(CallBody body, Model model) {
        long context = model.contextTokens();
        long prompt = Math.min(body.promptBound(), body.prompts() * context);
        if (body.answers() == 0) {
            return new Bound(prompt, 0, OptionalLong.empty(), TokenAsk.of(prompt));
        }
        OptionalLong ceiling = body.maxTokens().isPresent() ? OptionalLong.empty() : ceiling(body, model);
        boolean limited = body.maxTokens().isPresent() || ceiling.isPresent();
        long each = Math.min(context, body.maxTokens().orElse(ceiling.orElse(context)));
        long answers = body.answers() * each;
        // A prompt and its answer share the context.
        long most = Math.min(prompt + answers, body.answers() * context);
        long least = limited ? most : Math.min(most, prompt + body.answers());
        return new Bound(prompt, answers, ceiling, new TokenAsk(least, most));
    }

    private static OptionalLong ceiling(CallBody body, Model model) {
        Integer ceiling = model.outputCeilingTokens();
        return ceiling == null ? body.shape().standardLimit() : OptionalLong.of(ceiling);
    }
}
