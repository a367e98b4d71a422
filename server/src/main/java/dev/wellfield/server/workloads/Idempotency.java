package dev.wellfield.server.workloads;

import dev.wellfield.core.serving.Secret;
import dev.wellfield.server.rest.Call;
import dev.wellfield.server.rest.Problem;
import dev.wellfield.server.rest.Reply;
import dev.wellfield.store.IdempotentAnswers;
import dev.wellfield.store.IdempotentAnswers.Answer;
import dev.wellfield.store.Json;
import dev.wellfield.store.Transaction;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Makes an operation that is called again with the same Idempotency-Key give its first answer and do nothing. */
public final class Idempotency {
    private Idempotency() {}

    /** Runs {@code operation} in {@code tx}, unless the call's key has an answer already. */
    public static Reply.Json once(Transaction tx, Call call, Instant now, Supplier<Reply.Json> operation) {
        Optional<String> header = call.header("Idempotency-Key");
        if (header.isEmpty()) {
            return operation.get();
        }
        String key = call.operationId() + " " + header.get();
        String principal = call.caller().principal();
        String bodyHash = Secret.hash(call.path("tenant") + " " + Json.write(call.body()));
        IdempotentAnswers answers = tx.idempotentAnswers();
        Optional<Answer> before = answers.find(principal, key, now);
        if (before.isPresent()) {
            return replay(before.get(), bodyHash, header.get());
        }
        Reply.Json reply = operation.get();
        answers.insert(principal, key, new Answer(bodyHash, reply.status(), reply.body()), now);
        return reply;
    }

    private static Reply.Json replay(Answer answer, String bodyHash, String key) {
        if (!answer.bodyHash().equals(bodyHash)) {
            throw Problem.refused(
                            "idempotency-key-reused",
                            "Idempotency-Key \"" + key + "\" was used for another request in the last 24 hours."
                                    + " Use a new key for a new request.")
                    .exception();
        }
        return new Reply.Json(answer.status(), answer.response(), Map.of("Idempotency-Replayed", "true"));
    }
}
