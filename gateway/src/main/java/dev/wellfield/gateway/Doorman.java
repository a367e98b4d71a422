package dev.wellfield.gateway;

import dev.wellfield.core.serving.Allowances.Admission;
import dev.wellfield.core.serving.Allowances.Ask;
import dev.wellfield.core.serving.Allowances.Lease;
import dev.wellfield.core.serving.Allowances.Measure;
import dev.wellfield.core.serving.Allowances.Scope;
import dev.wellfield.core.serving.Allowances.Standing;
import dev.wellfield.core.serving.ApiKey;
import dev.wellfield.core.serving.Call;
import dev.wellfield.core.serving.KeyScope;
import dev.wellfield.core.serving.Model;
import dev.wellfield.core.serving.Secret;
import dev.wellfield.gateway.wire.CallBody;
import dev.wellfield.gateway.wire.CallShape;
import java.util.List;
import java.util.Objects;
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
         * @param ceiling of each answer's tokens, where the caller named no limit and there is one
         */
        record Admitted(Call call, EngineGroup engines, Lease lease, Standing standing, OptionalLong ceiling)
                implements Entry {}

        record Refused(OpenAiError error, Standing standing) implements Entry {}
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

    /** @param scope that the key must have */
    Identity identify(@Nullable String authorization, KeyScope scope) {
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
        OpenAiError against = against(key, scope);
        return against == null ? new Identity.Known(key) : new Identity.Unknown(against, false);
    }

    private @Nullable OpenAiError against(ApiKey key, KeyScope scope) {
        if (key.expired(plane.clock().instant())) {
            return OpenAiError.expiredKey(key.name(), String.valueOf(key.expiresAt()));
        }
        return key.mayUse(scope) ? null : OpenAiError.noScope(key.name(), scope);
    }

    /** Enough to recognise one's own key by, and useless to others. */
    static String masked(String key) {
        return key.length() < 20 ? "***" : key.substring(0, 3) + "***" + key.substring(key.length() - 4);
    }

    /** What this replica is too full, too ill or too late for; else null, and the gate's place is taken. */
    private @Nullable OpenAiError gate() {
        OpenAiError closed = closed();
        if (closed != null) {
            return closed;
        }
        Optional<String> journal = plane.journal().problem();
        if (journal.isPresent()) {
            return OpenAiError.unavailable(
                    "The gateway can't record usage now, so it takes no new request: %s.".formatted(journal.get()),
                    "journal_unavailable",
                    2);
        }
        if (!plane.gate().tryEnter()) {
            return OpenAiError.unavailable(
                    "This gateway has %d requests under way, the most that it takes."
                            .formatted(plane.gate().most()),
                    "gateway_overloaded",
                    1);
        }
        return null;
    }

    /** @param presented the key as it was when the request began; its body may have taken a while */
    Entry admit(UUID id, ApiKey presented, CallBody body, long nowNanos) {
        ApiKey key = plane.views().current().key(presented.hash());
        OpenAiError against = key == null
                ? OpenAiError.wrongKey(presented.prefix() + "***")
                : against(key, body.shape().kind().scope());
        if (key == null || against != null) {
            return new Entry.Refused(Objects.requireNonNull(against), Standing.UNLIMITED);
        }
        Optional<Model> found = plane.views().current().model(key, body.model());
        if (found.isEmpty()) {
            return new Entry.Refused(OpenAiError.noModel(body.model()), Standing.UNLIMITED);
        }
        Model model = found.get();
        EngineGroup engines = plane.dispatcher().group(model.id());
        OpenAiError wrong = mismatch(model, engines, body);
        if (wrong == null) {
            wrong = gate();
        }
        if (wrong != null) {
            return new Entry.Refused(wrong, Standing.UNLIMITED);
        }
        Bound bound = Bound.of(body, model);
        Ask ask = new Ask(key, plane.views().current().limits(key.tenant()), bound.tokens());
        Admission admission = plane.allowances().tryAdmit(ask, nowNanos);
        if (admission instanceof Admission.Granted(Lease lease, Standing standing)) {
            return new Entry.Admitted(call(id, key, model, body, bound), engines, lease, standing, bound.ceiling());
        }
        plane.gate().leave();
        return refused(key, model, admission);
    }

    /** What this model or its engines can't do. */
    private static @Nullable OpenAiError mismatch(Model model, EngineGroup engines, CallBody body) {
        if (!model.kinds().contains(body.shape().kind())) {
            List<String> paths = CallShape.ALL.stream()
                    .filter(shape -> model.kinds().contains(shape.kind()))
                    .map(CallShape::path)
                    .toList();
            return OpenAiError.wrongEndpoint(model.name(), body.shape().path(), paths);
        }
        if (body.answers() > 1
                && engines.engines().stream()
                        .anyMatch(engine -> !engine.dialect().countsChoices())) {
            return OpenAiError.badField(
                    "%d answers are asked for; it must be 1 for the model '%s', whose engine (llama.cpp) doesn't count the tokens of several."
                            .formatted(body.answers(), model.name()),
                    body.choices() > 1 ? "n" : "prompt",
                    "invalid_value");
        }
        return null;
    }

    private Entry.Refused refused(ApiKey key, Model model, Admission admission) {
        return switch (admission) {
            case Admission.Refused refused -> {
                plane.metrics().limited(key.tenant(), refused.scope(), refused.measure());
                yield new Entry.Refused(
                        OpenAiError.limited(whose(refused.scope(), key), model.name(), refused), refused.standing());
            }
            case Admission.TooLarge large -> {
                plane.metrics().limited(key.tenant(), large.scope(), Measure.TOKENS_PER_MINUTE);
                yield new Entry.Refused(
                        OpenAiError.tooManyTokens(whose(large.scope(), key), model.name(), large), large.standing());
            }
            case Admission.Granted granted -> throw new IllegalArgumentException("it is granted");
        };
    }

    private static String whose(Scope scope, ApiKey key) {
        return switch (scope) {
            case KEY -> "the API key '%s'".formatted(key.name());
            case TENANT -> "the tenant '%s'".formatted(key.tenant());
        };
    }

    private Call call(UUID id, ApiKey key, Model model, CallBody body, Bound bound) {
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
                bound.prompt(),
                bound.answers(),
                body.choices());
    }
}
