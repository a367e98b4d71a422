package dev.wellfield.cli.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A path of the REST API with its query, properly encoded. */
public final class ApiPath {
    private final String text;
    private final boolean hasQuery;

    private ApiPath(String text, boolean hasQuery) {
        this.text = text;
        this.hasQuery = hasQuery;
    }

    /** A path as it stands, e.g. {@code /healthz}. */
    public static ApiPath root(String path) {
        return new ApiPath(path, false);
    }

    /** Below {@code /api/v1}, segment by segment. */
    public static ApiPath of(String... segments) {
        StringBuilder path = new StringBuilder("/api/v1");
        for (String segment : segments) {
            path.append('/').append(encoded(segment));
        }
        return new ApiPath(path.toString(), false);
    }

    /** One workload's path, with what follows it. */
    public static ApiPath workload(String tenant, String name, String... more) {
        String[] segments = new String[4 + more.length];
        segments[0] = "tenants";
        segments[1] = tenant;
        segments[2] = "workloads";
        segments[3] = name;
        System.arraycopy(more, 0, segments, 4, more.length);
        return of(segments);
    }

    /** With one more query parameter; a null value leaves it out. */
    public ApiPath with(String name, @Nullable Object value) {
        if (value == null) {
            return this;
        }
        return new ApiPath(text + (hasQuery ? '&' : '?') + name + '=' + encoded(value.toString()), true);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public String toString() {
        return text;
    }
}
