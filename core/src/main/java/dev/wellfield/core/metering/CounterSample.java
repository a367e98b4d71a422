package dev.wellfield.core.metering;

import java.time.Instant;
import java.util.UUID;

/**
 * An engine's own counters at an instant. They begin at 0 with the endpoint, which is one run of the engine.
 *
 * @param promptTokens of prompts, cached ones among them
 * @param completionTokens generated
 * @param last read when the engine was about to be stopped: nothing comes after it
 */
public record CounterSample(UUID endpointId, Instant at, long promptTokens, long completionTokens, boolean last) {}
