package dev.wellfield.server.rest;

import io.vertx.core.buffer.Buffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One file of the console, ready to send.
 *
 * @param packed the same with gzip; empty where that saves nothing
 * @param immutable whether its name changes with its content, so that browsers may keep it for good
 */
record Asset(String contentType, Buffer plain, Optional<Buffer> packed, String etag, boolean immutable) {
    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("html", "text/html; charset=utf-8"),
            Map.entry("js", "text/javascript; charset=utf-8"),
            Map.entry("mjs", "text/javascript; charset=utf-8"),
            Map.entry("css", "text/css; charset=utf-8"),
            Map.entry("json", "application/json"),
            Map.entry("webmanifest", "application/manifest+json"),
            Map.entry("svg", "image/svg+xml"),
            Map.entry("png", "image/png"),
            Map.entry("ico", "image/x-icon"),
            Map.entry("woff2", "font/woff2"),
            Map.entry("txt", "text/plain; charset=utf-8"));

    /** The bundler's names: {@code assets/index-B7kD3x_a.js}. */
    private static final Pattern HASHED = Pattern.compile("/assets/.*-[A-Za-z0-9_-]{8,}\\.[a-z0-9]+");

    static Asset of(String path, byte[] bytes) {
        byte[] gzip = Gzip.pack(bytes);
        return new Asset(
                TYPES.getOrDefault(extension(path), "application/octet-stream"),
                Buffer.buffer(bytes),
                gzip.length < bytes.length ? Optional.of(Buffer.buffer(gzip)) : Optional.empty(),
                digest(bytes),
                HASHED.matcher(path).matches());
    }

    boolean isPage() {
        return contentType.startsWith("text/html");
    }

    private static String extension(String path) {
        return path.substring(path.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    private static String digest(byte[] bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
