package dev.wellfield.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.server.rest.Mutations.Spoiled;
import dev.wellfield.server.rest.StubServer.Result;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The sweep: every operation is fed what is wrong, and answers with a problem document, never with a fault. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InvalidRequestsTest {
    private static final Schemas SCHEMAS = StubServer.CONTRACT.schemas();
    private final StubServer server = StubServer.start();

    @AfterAll
    void close() {
        server.close();
    }

    static Collection<Operation> all() {
        return StubServer.CONTRACT.operations();
    }

    static List<Operation> withBody() {
        return all().stream().filter(it -> it.body().isPresent()).toList();
    }

    static List<Operation> withParameters() {
        return all().stream().filter(it -> !it.parameters().isEmpty()).toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("withBody")
    void a_body_spoiled_in_any_one_place_is_refused(Operation operation) {
        for (JsonNode valid : validBodies(operation)) {
            for (Spoiled spoiled : Mutations.of(valid)) {
                refused(operation, spoiled.how(), Json.utf8(spoiled.body()));
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("withBody")
    void a_body_without_one_of_its_required_fields_is_refused(Operation operation) {
        JsonNode schema = SCHEMAS.definition(operation.body().orElseThrow());
        for (JsonNode required : schema.path("required")) {
            ObjectNode body = validBodies(operation).getFirst().deepCopy().asObject();
            body.remove(required.asString());

            Result result = refused(operation, "without " + required, Json.bytes(body));

            assertThat(result.json().at("/errors/0/pointer").asString()).isEqualTo("/" + required.asString());
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("withBody")
    void a_body_that_is_no_proper_json_is_refused(Operation operation) {
        String valid = validBodies(operation).getFirst().toString();
        Map<String, byte[]> bodies = new LinkedHashMap<>();
        bodies.put("empty", new byte[0]);
        bodies.put("blank", Json.utf8("  \n"));
        bodies.put("cut off", Json.utf8(valid.substring(0, valid.length() - 1)));
        bodies.put("with something after it", Json.utf8(valid + "{}"));
        bodies.put("a list", Json.utf8("[" + valid + "]"));
        bodies.put("null", Json.utf8("null"));
        bodies.put("a number", Json.utf8("1e999999999"));
        bodies.put("with a name twice", Json.utf8(twice(valid)));
        bodies.put("nested deeply", Json.utf8("[".repeat(100_000)));
        bodies.put("nested deeply in an object", Json.utf8("{\"a\":".repeat(1000) + "1" + "}".repeat(1000)));
        bodies.put("not UTF-8", new byte[] {'{', '"', (byte) 0xff, '"', ':', '1', '}'});
        bodies.put("UTF-16", valid.getBytes(StandardCharsets.UTF_16));
        bodies.put("with a number of 1,000 digits", Json.utf8("{\"a\": " + "9".repeat(1000) + "}"));
        bodies.put("with a name of 20,000 characters", Json.utf8("{\"" + "n".repeat(20_000) + "\": 1}"));
        bodies.put("with 10,000 unknown fields", Json.utf8(manyFields()));
        bodies.put("NaN", Json.utf8("NaN"));
        bodies.put("with a comment", Json.utf8("/* */" + valid));

        bodies.forEach((how, body) -> refused(operation, how, body));
    }

    private static String twice(String valid) {
        String first = valid.substring(1, valid.indexOf(':'));
        return "{" + first + ": 1, " + valid.substring(1);
    }

    private static String manyFields() {
        StringBuilder text = new StringBuilder("{\"f\": 1");
        for (int i = 0; i < 10_000; i++) {
            text.append(",\"").append(i).append("\":1");
        }
        return text.append('}').toString();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("withBody")
    void a_body_that_is_too_large_is_refused(Operation operation) {
        byte[] large = new byte[RestLimits.DEFAULT.bodyBytes() + 1];
        Arrays.fill(large, (byte) ' ');

        Result result = send(operation, "?", large);

        assertThat(result.status()).isEqualTo(413);
        result.checked(operation.id());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("withParameters")
    void a_parameter_spoiled_in_any_way_is_refused(Operation operation) {
        for (Parameter parameter : operation.parameters()) {
            for (String wrong : List.of("%00", "%ff%fe", "", "x".repeat(1000), "-1", "%E7%94%B0!", "a%0a", "1e3")) {
                if (parameter.place() == Parameter.Place.QUERY) {
                    notFaulty(operation, "?" + parameter.name() + "=" + wrong);
                } else if (parameter.place() == Parameter.Place.PATH && !wrong.isEmpty()) {
                    Result result = request(operation)
                            .send(
                                    operation.method(),
                                    operation
                                            .path()
                                            .replace("{" + parameter.name() + "}", wrong)
                                            .replaceAll("\\{month}", "2026-01")
                                            .replaceAll("\\{[a-z]+}", "a"),
                                    operation
                                            .body()
                                            .map(it -> Json.bytes(
                                                    validBodies(operation).getFirst()))
                                            .orElse(null));
                    assertThat(result.status())
                            .as(operation.id() + " " + parameter.name() + " " + wrong)
                            .isLessThan(500);
                }
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("all")
    void an_unknown_query_parameter_is_refused(Operation operation) {
        Result result = send(
                operation,
                "?unknown=1",
                operation
                        .body()
                        .map(it -> Json.bytes(validBodies(operation).getFirst()))
                        .orElse(null));

        assertThat(result.status()).isEqualTo(400);
        assertThat(result.json().at("/errors/0/pointer").asString()).isEqualTo("query/unknown");
        result.checked(operation.id());
    }

    private void notFaulty(Operation operation, String query) {
        Result result = send(
                operation,
                query,
                operation
                        .body()
                        .map(it -> Json.bytes(validBodies(operation).getFirst()))
                        .orElse(null));

        assertThat(result.status()).as(operation.id() + query).isLessThan(500);
        result.checked(operation.id());
    }

    private Result refused(Operation operation, String how, byte[] body) {
        Result result = send(operation, "", body);
        assertThat(result.status())
                .as(operation.id() + ": " + how + "\n" + result.body())
                .isBetween(400, 499);
        if (result.status() != 413) {
            assertThat(result.json().path("errors").size())
                    .as(operation.id() + ": " + how)
                    .isBetween(1, 100);
        }
        return result.checked(operation.id());
    }

    private Result send(Operation operation, String query, byte @Nullable [] body) {
        return request(operation).send(operation.method(), Paths.valid(operation, "a") + query, body);
    }

    private StubServer.Request request(Operation operation) {
        StubServer.Request request = server.asOperator().header("Content-Type", "application/json");
        List<String> headers = Paths.headers(operation);
        for (int i = 0; i < headers.size(); i += 2) {
            request.header(headers.get(i), headers.get(i + 1));
        }
        return request;
    }

    /** A body for each kind where there are kinds. */
    private static List<JsonNode> validBodies(Operation operation) {
        JsonNode body = Samples.full(SCHEMAS).of(operation.body().orElseThrow());
        if (!operation.id().equals("apply")) {
            return List.of(body);
        }
        List<JsonNode> bodies = new ArrayList<>();
        for (JsonNode kind : SCHEMAS.definition("Resource").at("/properties/kind/enum")) {
            ObjectNode one = JsonNodeFactory.instance.objectNode();
            one.putArray("resources").add(Samples.full(SCHEMAS).of(kind.asString() + "Resource"));
            bodies.add(one);
        }
        return bodies;
    }
}
