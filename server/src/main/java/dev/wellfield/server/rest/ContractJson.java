package dev.wellfield.server.rest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** A step of the build: checks openapi.yaml and writes it as JSON, which the server reads faster. */
final class ContractJson {
    private ContractJson() {}

    public static void main(String[] arguments) throws IOException {
        Path yaml = Path.of(arguments[0]);
        Path json = Path.of(arguments[1]);
        JsonNode document = new YAMLMapper().readTree(Files.readAllBytes(yaml));
        Contract.of(document);
        Files.createDirectories(json.toAbsolutePath().getParent());
        Files.write(json, new JsonMapper().writeValueAsBytes(document));
    }
}
