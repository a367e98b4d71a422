package dev.wellfield.gateway.wire;

import org.jspecify.annotations.Nullable;

/** What came of reading a request's body. */
public sealed interface BodyReading {
    record Read(CallBody body) implements BodyReading {}

    /**
     * The body can't be taken.
     *
     * @param param the field that is at fault; null if it is the body as such
     * @param code OpenAI's; null if it has none for this
     */
    record Bad(
            String message,
            @Nullable String param,
            @Nullable String code) implements BodyReading {}
}
