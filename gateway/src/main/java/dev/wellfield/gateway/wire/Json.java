package dev.wellfield.gateway.wire;

import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/** Our ways to read and write JSON. */
public final class Json {
    /** How deeply a body may be nested. Schemas of tools go deep; nothing sensible goes deeper. */
    public static final int MOST_DEPTH = 100;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MOST_DEPTH)
                    .maxNameLength(4_096)
                    .build())
            .build();
    private static final JsonMapper MAPPER = new JsonMapper(FACTORY);

    private Json() {}

    /** Reads tokens straight from UTF-8. */
    static JsonParser parser(byte[] bytes, int length) {
        return FACTORY.createParser(ObjectReadContext.empty(), bytes, 0, length);
    }

    /** For our own small things. */
    public static JsonMapper mapper() {
        return MAPPER;
    }

    public static byte[] write(Object value) {
        return MAPPER.writeValueAsBytes(value);
    }
}
