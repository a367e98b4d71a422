package dev.wellfield.server.rest;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Packs whole bodies. */
final class Gzip {
    private Gzip() {}

    static byte[] pack(byte[] plain) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream(plain.length / 4 + 64);
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException("packing in memory", e);
        }
        return packed.toByteArray();
    }

    /** Whether an Accept-Encoding header takes gzip. */
    static boolean accepted(@Nullable String acceptEncoding) {
        if (acceptEncoding == null) {
            return false;
        }
        for (String part : acceptEncoding.toLowerCase(Locale.ROOT).split(",")) {
            String coding = part.strip().replace(" ", "");
            if (coding.equals("gzip") || (coding.startsWith("gzip;q=") && !coding.matches("gzip;q=0(\\.0*)?"))) {
                return true;
            }
        }
        return false;
    }
}
