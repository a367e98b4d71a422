package dev.wellfield.gateway;

import dev.wellfield.core.serving.Allowances.Admission;
import dev.wellfield.core.serving.Allowances.Lease;
import dev.wellfield.core.serving.Allowances.Scope;
import dev.wellfield.core.serving.ApiKey;
import dev.wellfield.core.serving.Call;
import dev.wellfield.core.serving.Model;
import dev.wellfield.core.serving.Secret;
import dev.wellfield.gateway.wire.ChatBody;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Decides from memory who may come in. Any thread may ask. */
final class Doorman {
    private static final String BEARER = "bearer ";
    private static final int MOST_KEY_CHARACTERS = 512;

    private final Plane plane;

    Doorman(Plane plane) {
        this.plane = plane;
    }

    /** Who asks. */
    sealed interface Identity {
        record Known(ApiKey key) implements Identity {}

        /** @param perhapsNew a key was presented that may be too new for the view */
        record Unknown(OpenAiError error, boolean perhapsNew) implements Identity {}
    }

    /** Whether it may. */
    sealed interface Entry {
        /**
         * It may. The gate's and the allowances' places are taken.
         *
         * @param ceiling of each answer's tokens, where the caller named no limit and the model has one
         */
        record Admitted(Call call, EngineGroup engines, Lease lease, OptionalLong ceiling) implements Entry {}

        record Refused(OpenAiError error) implements Entry {}
    }

    /** What keeps this replica from taking any request; null if nothing does. */
    @Nullable
    OpenAiError closed() {
        if (plane.gate().isClosed()) {
            return OpenAiError.shuttingDown();
        }
        if (!plane.views().fresh()) {
            return OpenAiError.unavailable(
                    "The gateway has had no word from its database for too long; requests under way go on.",
                    "database_unavailable",
                    5);
        }
        return null;
    }

    Identity identify(@Nullable String authorization) {
        if (authorization == null || !authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return new Identity.Unknown(OpenAiError.noKey(), false);
        }
        String presented = authorization.substring(BEARER.length()).strip();
        if (presented.isEmpty()) {
            return new Identity.Unknown(OpenAiError.noKey(), false);
        }
        ApiKey key = presented.length() > MOST_KEY_CHARACTERS
                ? null
                : plane.views().current().key(Secret.hash(presented));
        if (key == null) {
            return new Identity.Unknown(
                    OpenAiError.wrongKey(masked(presented)), presented.length() <= MOST_KEY_CHARACTERS);
        }
        if (key.expired(plane.clock().instant())) {
            return new Identity.Unknown(OpenAiError.expiredKey(key.name(), String.valueOf(key.expiresAt())), false);
        }
        return new Identity.Known(key);
    }

    /** Enough to recognise one's own key by, and useless to others. */
    static String masked(String key) {
        return key.length() < 20 ? "***" : key.substring(0, 3) + "***" + key.substring(key.length() - 4);
    }

    Entry admit(UUID id, ApiKey key, ChatBody body) {
        Optional<Model> found = plane.views().current().model(key, body.model());
        if (found.isEmpty()) {
            return new Entry.Refused(OpenAiError.noModel(body.model()));
        }
        Model model = found.get();
        EngineGroup engines = plane.dispatcher().group(model.id());
        if (body.choices() > 1
                && engines.engines().stream()
                        .anyMatch(engine -> !engine.dialect().countsChoices())) {
            return new Entry.Refused(OpenAiError.badField(
                    "'n' is %d; it must be 1 for the model '%s', whose engine (llama.cpp) doesn't count the tokens of several answers."
                            .formatted(body.choices(), model.name()),
                    "n",
                    "invalid_value"));
        }
        OpenAiError closed = closed();
        if (closed != null) {
            return new Entry.Refused(closed);
        }
        Optional<String> journal = plane.journal().problem();
        if (journal.isPresent()) {
            return new Entry.Refused(OpenAiError.unavailable(
                    "The gateway can't record usage now, so it takes no new request: %s.".formatted(journal.get()),
                    "journal_unavailable",
                    2));
        }
        if (!plane.gate().tryEnter()) {
            return new Entry.Refused(OpenAiError.unavailable(
                    "This gateway has %d requests under way, the most that it takes."
                            .formatted(plane.gate().most()),
                    "gateway_overloaded",
                    1));
        }
        return switch (plane.allowances().tryAdmit(key, plane.views().current().concurrency(key.tenant()))) {
            case Admission.Granted(Lease lease) ->
                new Entry.Admitted(call(id, key, model, body), engines, lease, ceiling(model, body));
            case Admission.Refused(Scope scope, int limit) -> {
                plane.gate().leave();
                yield new Entry.Refused(OpenAiError.tooManyRequests(whose(scope, key), limit));
            }
        };
    }

    private static String whose(Scope scope, ApiKey key) {
        return switch (scope) {
            case KEY -> "The API key '%s'".formatted(key.name());
            case TENANT -> "The tenant '%s'".formatted(key.tenant());
        };
    }

    private Call call(UUID id, ApiKey key, Model model, ChatBody body) {
        long each = body.maxTokens().orElse(ceiling(model, body).orElse(model.contextTokens()));
        return new Call(
                id,
                key.tenant(),
                key.id(),
                key.name(),
                model.name(),
                model.id(),
                model.owner(),
                body.stream(),
                plane.now(),
                Math.min(body.promptBound(), model.contextTokens()),
                body.choices() * Math.min(each, model.contextTokens()),
                body.choices());
    }

    private static OptionalLong ceiling(Model model, ChatBody body) {
        Integer ceiling = model.outputCeilingTokens();
        return ceiling == null || body.maxTokens().isPresent() ? OptionalLong.empty() : OptionalLong.of(ceiling);
    }
}
