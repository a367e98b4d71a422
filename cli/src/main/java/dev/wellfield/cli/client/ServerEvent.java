package dev.wellfield.cli.client;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One server-sent event.
 *
 * @param id what resumes after it; null if it has none
 */
public record ServerEvent(String name, @Nullable String id, JsonNode data) {}
