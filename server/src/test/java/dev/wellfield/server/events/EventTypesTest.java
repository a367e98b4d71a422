package dev.wellfield.server.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.store.EventTypes;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

class EventTypesTest {
    @Test
    void the_contract_lists_every_type_that_can_be_appended() throws IOException {
        List<String> listed = new ArrayList<>();
        try (InputStream contract = Objects.requireNonNull(getClass().getResourceAsStream("/openapi.yaml"))) {
            JsonNode types = new YAMLMapper().readTree(contract).at("/components/schemas/EventType/enum");
            types.forEach(type -> listed.add(type.asString()));
        }

        assertThat(listed).containsExactlyElementsOf(EventTypes.ALL);
    }
}
