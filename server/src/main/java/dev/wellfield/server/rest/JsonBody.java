package dev.wellfield.server.rest;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * A request body as JSON, read strictly: a name that is there twice, a number that no integer of 64 bits can hold and
 * text that a database can't store are violations, and depth and number of values are bounded.
 *
 * @param tree what was read; a number that is out of range is null in it
 * @param violations what was wrong with it so far
 * @param unreadable pointers of values that the tree doesn't hold as given, with what was given; a schema that is content
 *     with the null there must not hide them
 */
record JsonBody(JsonNode tree, List<FieldError> violations, Map<String, FieldError> unreadable) {
    static final int MAX_DEPTH = 64;
    static final int MAX_VALUES = 250_000;
    private static final int MAX_NUMBER_CHARACTERS = 400;
    private static final int MAX_NAME_CHARACTERS = 10_000;

    private static final String BOUNDS = "at most " + MAX_DEPTH + " levels, names of " + MAX_NAME_CHARACTERS
            + " characters and numbers of " + MAX_NUMBER_CHARACTERS;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNumberLength(MAX_NUMBER_CHARACTERS)
                    .maxNameLength(MAX_NAME_CHARACTERS)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    static JsonBody none() {
        return new JsonBody(MissingNode.getInstance(), List.of(), Map.of());
    }

    /**
     * Reads a whole body.
     *
     * @throws ProblemException when it is not JSON at all or goes beyond a bound
     */
    static JsonBody read(byte[] bytes) {
        String text = text(bytes);
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            return read(parser);
        }
    }

    private static JsonBody read(JsonParser parser) {
        try {
            return new TreeReader(parser).read();
        } catch (StreamConstraintsException e) {
            throw broken(parser.currentLocation(), BOUNDS);
        } catch (StreamReadException e) {
            throw broken(parser.currentLocation(), "valid JSON");
        }
    }

    private static String text(byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw problem("JSON in UTF-8; some of its bytes are not UTF-8").exception();
        }
    }

    static ProblemException broken(TokenStreamLocation at, String expected) {
        return problem(expected + "; it breaks at line " + at.getLineNr() + ", column " + at.getColumnNr())
                .exception();
    }

    private static Problem problem(String expected) {
        return Problem.of(400, "broken-json", "The body can't be read", "Expected " + expected + ".")
                .withErrors(List.of(FieldError.missing("", expected)));
    }

    static ProblemException tooManyValues() {
        return new ProblemException(Problem.of(
                413, "body-too-large", "The body is too large", "It holds more than " + MAX_VALUES + " values."));
    }
}
