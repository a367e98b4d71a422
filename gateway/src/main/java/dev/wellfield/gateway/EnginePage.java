package dev.wellfield.gateway;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import java.nio.charset.StandardCharsets;

/**
 * A page on which an engine shows how it is. Engines are tenants' programs: one may say anything, and without end, so no more
 * than {@link #MOST_BYTES} of it are ever kept.
 */
public final class EnginePage {
    /** Far more than any engine's metrics take. */
    public static final int MOST_BYTES = 8 * 1024 * 1024;

    private EnginePage() {}

    /**
     * Reads it as UTF-8, to its end. Called where the response is handed over, before any of its body has come.
     *
     * @return fails if the page is larger than {@link #MOST_BYTES}, which breaks the connection off, or if it breaks off by
     *     itself
     */
    public static Future<String> read(HttpClientResponse response) {
        Promise<String> page = Promise.promise();
        Buffer read = Buffer.buffer();
        response.exceptionHandler(page::tryFail);
        response.handler(bytes -> {
            if (page.future().isComplete()) {
                return;
            }
            if (read.length() + bytes.length() > MOST_BYTES) {
                page.tryFail("the page is larger than " + MOST_BYTES + " bytes");
                response.request().reset();
            } else {
                read.appendBuffer(bytes);
            }
        });
        response.endHandler(end -> page.tryComplete(read.toString(StandardCharsets.UTF_8)));
        return page.future();
    }
}
