package dev.wellfield.core.metering;

import java.time.Instant;
import java.util.UUID;

/**
 * An engine's own counters at an instant. They begin at 0 with the endpoint, which is one run of the engine.
 *
 * @param promptTokens of prompts, cached ones among them
 * @param completionTokens generated
 */
public record CounterSample(UUID endpointId, Instant at, long promptTokens, long completionTokens) {}
