package dev.wellfield.store;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A declared resource as it is kept.
 *
 * @param tenant the owner's name, for kinds that belong to one
 * @param spec as the contract has it
 * @param version counts up with every change, from 1
 */
public record Stored(UUID id, @Nullable String tenant, String name, JsonNode spec, int version, Instant createdAt) {}
