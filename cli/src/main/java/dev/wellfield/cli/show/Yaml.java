package dev.wellfield.cli.show;

import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/** Writes YAML. A class of its own, so that the YAML library is loaded only by commands that need it. */
public final class Yaml {
    private Yaml() {}

    /** A document without its marker, with a line break at its end. */
    public static String write(JsonNode node) {
        return YAMLMapper.builder()
                .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
                .enable(YAMLWriteFeature.MINIMIZE_QUOTES)
                .enable(YAMLWriteFeature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
                .build()
                .writeValueAsString(node);
    }
}
