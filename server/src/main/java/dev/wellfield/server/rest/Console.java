package dev.wellfield.server.rest;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The console's files, from the folder {@code console/} of the class path. A path that is no file but asks for a page gets
 * index.html, because the console finds its views by URL. Files are kept in memory once they were asked for; what is not
 * there is not remembered.
 */
final class Console {
    private static final Logger LOG = LoggerFactory.getLogger(Console.class);
    private static final Pattern PLAIN_PATH = Pattern.compile("(/[A-Za-z0-9_][A-Za-z0-9._-]*)+");
    private static final String INDEX = "/index.html";
    private static final String FOLDER = "console";

    private final Vertx vertx;
    private final ClassLoader loader;
    private final String policy;
    private final Map<String, Asset> assets = new ConcurrentHashMap<>();

    Console(Vertx vertx, ClassLoader loader, List<String> connects) {
        this.vertx = vertx;
        this.loader = loader;
        this.policy = policy(connects);
    }

    /** No script and no style sheet but our own files; inline styles are what positioning in the page needs. */
    private static String policy(List<String> connects) {
        String connect = connects.isEmpty() ? "" : " " + String.join(" ", connects);
        return "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
                + " font-src 'self'; manifest-src 'self'; connect-src 'self'" + connect
                + "; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";
    }

    /** Called on an event loop for GET and HEAD of a path that is not the API's. */
    void serve(HttpServerRequest request, String path) {
        String file = path.equals("/") ? INDEX : path;
        Asset known = assets.get(file);
        if (known != null) {
            send(request, known);
            return;
        }
        Context context = vertx.getOrCreateContext();
        String accept = request.getHeader("Accept");
        boolean page = accept != null && accept.contains("text/html");
        Thread.ofVirtual().name("console-asset").start(() -> {
            Optional<Asset> asset = load(file).or(() -> page ? load(INDEX) : Optional.empty());
            context.runOnContext(it -> asset.ifPresentOrElse(
                    found -> send(request, found),
                    () -> Responses.send(request, Problem.notFound(page ? "console in this build at" : "file", path))));
        });
    }

    private Optional<Asset> load(String file) {
        Asset known = assets.get(file);
        if (known != null || !PLAIN_PATH.matcher(file).matches()) {
            return Optional.ofNullable(known);
        }
        try (InputStream in = loader.getResourceAsStream(FOLDER + file)) {
            if (in == null) {
                return Optional.empty();
            }
            Asset asset = Asset.of(file, in.readAllBytes());
            assets.put(file, asset);
            return Optional.of(asset);
        } catch (IOException e) {
            LOG.warn("the console's file {} can't be read", file, e);
            return Optional.empty();
        }
    }

    private void send(HttpServerRequest request, Asset asset) {
        boolean packed = asset.packed().isPresent() && Gzip.accepted(request.getHeader("Accept-Encoding"));
        String etag = '"' + asset.etag() + (packed ? "-gz" : "") + '"';
        Map<String, String> headers = new TreeMap<>();
        headers.put("ETag", etag);
        headers.put("Vary", "Accept-Encoding");
        headers.put("Cache-Control", asset.immutable() ? "public, max-age=31536000, immutable" : "no-cache");
        if (asset.isPage()) {
            headers.put("Content-Security-Policy", policy);
            headers.put("Cross-Origin-Opener-Policy", "same-origin");
        }
        String cached = request.getHeader("If-None-Match");
        if (cached != null && cached.contains(etag)) {
            Responses.send(request, new Answer(304, null, headers, Buffer.buffer()));
            return;
        }
        if (packed) {
            headers.put("Content-Encoding", "gzip");
        }
        Buffer body = packed ? asset.packed().orElseThrow() : asset.plain();
        Responses.send(request, new Answer(200, asset.contentType(), headers, body));
    }
}
