package dev.wellfield.server.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

class ContractTest {
    @Test
    void the_json_that_the_server_reads_is_the_yaml_that_people_write() {
        assertThat(document()).isEqualTo(new YAMLMapper().readTree(bytes("/openapi.yaml")));
    }

    @Test
    void every_pattern_is_put_into_words() {
        List<String> silent = new ArrayList<>();
        collectSilentPatterns("", document(), silent);

        assertThat(silent).isEmpty();
    }

    private static void collectSilentPatterns(String place, JsonNode node, List<String> silent) {
        if (node.path("pattern").isString() && !node.has(Expected.KEYWORD) && !node.has("description")) {
            silent.add(place);
        }
        node.properties().forEach(it -> collectSilentPatterns(place + "/" + it.getKey(), it.getValue(), silent));
        if (node.isArray()) {
            node.forEach(it -> collectSilentPatterns(place + "/-", it, silent));
        }
    }

    @Test
    void every_integer_that_may_be_sent_has_a_bound() {
        List<String> boundless = new ArrayList<>();
        document()
                .get("paths")
                .properties()
                .forEach(path -> path.getValue().properties().forEach(it -> {
                    String place = path.getKey() + " " + it.getKey();
                    collectBoundless(place, it.getValue().path("requestBody"), new HashSet<>(), boundless);
                    collectBoundless(place, it.getValue().path("parameters"), new HashSet<>(), boundless);
                }));

        assertThat(boundless).isEmpty();
    }

    private static void collectBoundless(String place, JsonNode node, Set<String> seen, List<String> boundless) {
        String reference = node.path("$ref").asString("");
        if (!reference.isEmpty() && seen.add(reference)) {
            collectBoundless(place + reference, document().at(reference.substring(1)), seen, boundless);
        }
        if (node.path("type").asString("").equals("integer") && !node.has("maximum") && !node.has("format")) {
            boundless.add(place);
        }
        node.properties().forEach(it -> collectBoundless(place + "/" + it.getKey(), it.getValue(), seen, boundless));
        if (node.isArray()) {
            node.forEach(it -> collectBoundless(place + "/-", it, seen, boundless));
        }
    }

    @Test
    void whatever_is_not_supported_stops_the_start_with_the_place_named() {
        refused(it -> schema(it, "Limit").put("maxLenght", 3), "components/schemas/Limit/maxLenght", "not supported");
        refused(it -> schema(it, "Zone").put("type", "strin"), "components/schemas/Zone/type", "strin");
        refused(it -> schema(it, "Instant").put("format", "time"), "components/schemas/Instant/format", "time");
        refused(it -> schema(it, "PoolList").putObject("allOf").put("$ref", "x"), "PoolList/allOf", "");
        refused(
                it -> schema(it, "ModelList")
                        .putObject("properties")
                        .putObject("items")
                        .put("$ref", "#/components/x"),
                "ModelList/properties/items",
                "does not lead");
        refused(it -> operation(it).put("x-permission", "pools.reed"), "/api/v1/pools get", "pools.reed");
        refused(it -> operation(it).put("x-permission", "none"), "/api/v1/pools get", "x-permission");
        refused(it -> operation(it).put("x-scope", "tenants"), "/api/v1/pools get", "x-scope");
        refused(it -> operation(it).put("x-scope", "tenant"), "/api/v1/pools get", "{tenant}");
        refused(it -> operation(it).put("deprecated", true), "/api/v1/pools get", "deprecated");
        refused(it -> operation(it).put("operationId", "listNodes"), "/api/v1/nodes", "twice");
        refused(it -> operation(it).remove("operationId"), "/api/v1/pools get", "operationId");
        refused(it -> operation(it).putObject("requestBody"), "/api/v1/pools get", "requestBody");
        refused(
                it -> operation(it)
                        .putArray("parameters")
                        .addObject()
                        .put("name", "a")
                        .put("in", "cookie"),
                "parameter a",
                "cookie");
        refused(
                it -> operation(it)
                        .putArray("parameters")
                        .addObject()
                        .put("name", "a")
                        .put("in", "query")
                        .putObject("schema")
                        .put("type", "object"),
                "parameter a",
                "type");
    }

    private static void refused(Consumer<ObjectNode> change, String place, String what) {
        ObjectNode document = document();
        change.accept(document);

        assertThatThrownBy(() -> Contract.of(document))
                .isInstanceOf(ContractError.class)
                .hasMessageContaining(place)
                .hasMessageContaining(what);
    }

    private static ObjectNode schema(ObjectNode document, String name) {
        return document.at("/components/schemas/" + name).asObject();
    }

    private static ObjectNode operation(ObjectNode document) {
        return document.at("/paths/~1api~1v1~1pools/get").asObject();
    }

    private static ObjectNode document() {
        return JsonMapper.shared().readTree(bytes("/openapi.json")).asObject();
    }

    private static byte[] bytes(String resource) {
        try (InputStream in = Objects.requireNonNull(ContractTest.class.getResourceAsStream(resource))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
