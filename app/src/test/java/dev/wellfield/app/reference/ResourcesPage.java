package dev.wellfield.app.reference;

import static dev.wellfield.app.reference.Markdown.code;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Every kind that can be applied or submitted, with its fields. */
public final class ResourcesPage {
    private final Contract contract = new Contract();
    private final Markdown page = Markdown.page("Resources", "the schemas of openapi.yaml", """
            What `wellfield apply -f FILE` takes: YAML or JSON documents with `apiVersion: wellfield.dev/v1`, `kind`,
            `metadata` (`name`, and `tenant` for what belongs to one) and `spec`. A file is applied as a whole or not at
            all; applying it again changes nothing. `metadata.version` is optional: if it is there, the resource is changed
            only if it still has that version. A `Workload` is submitted, not applied: `wellfield submit -f FILE`.
            Whole numbers carry their unit in their name; amounts of money are text.

            Names are lower-case letters, digits and hyphens, starting with a letter, at most 63. A model's name is what
            OpenAI's clients send: letters, digits and `. _ : / -`.
            """);

    private ResourcesPage() {}

    public static String of() {
        ResourcesPage resources = new ResourcesPage();
        resources
                .contract
                .schema("Resource")
                .path("properties")
                .path("kind")
                .path("enum")
                .forEach(kind -> resources.kind(kind.asString()));
        resources.kind("Workload");
        return resources.page.toString();
    }

    private void kind(String kind) {
        JsonNode spec = contract.schema(kind + "Spec");
        page.heading(2, kind);
        String about = contract.schema(kind + "Resource").path("description").asString("");
        boolean ofTenant = contract.schema(kind + "Resource").toString().contains("TenantResourceMetadata")
                || kind.equals("Model")
                || kind.equals("Workload");
        page.paragraph((ofTenant ? "Of a tenant. " : "")
                + (about.isEmpty() ? "" : about + ". ")
                + spec.path("description").asString("").strip());
        List<List<String>> rows = new ArrayList<>();
        fields("", spec, rows);
        page.table(List.of("field of `spec`", "type", "meaning"), rows);
    }

    private void fields(String before, JsonNode object, List<List<String>> rows) {
        Set<String> required = new HashSet<>();
        object.path("required").forEach(name -> required.add(name.asString()));
        object.path("properties").properties().forEach(field -> {
            JsonNode schema = field.getValue();
            JsonNode target = contract.resolved(schema);
            String path = before + field.getKey();
            String standard = target.has("default") ? "; default " + shown(target.path("default")) : "";
            rows.add(List.of(
                    code(path) + (required.contains(field.getKey()) ? " (required)" : ""),
                    contract.type(schema) + standard,
                    contract.meaning(schema)));
            JsonNode items = contract.resolved(target.path("items"));
            if (target.path("properties").isObject()) {
                fields(path + ".", target, rows);
            } else if (items.path("properties").isObject()) {
                fields(path + "[].", items, rows);
            }
        });
    }

    private static String shown(JsonNode standard) {
        return standard.isValueNode()
                ? standard.asString()
                : standard.toString().replaceAll("[\\[\\]\"]", "");
    }
}
