/**
 * A stand-in inference engine: it speaks the HTTP and the metrics of vLLM 0.32, so that everything around an engine can
 * be run and tested without one. It marks itself: {@code wellfield_simulated 1} in /metrics, {@code owned_by} in
 * /v1/models, {@code server} in every answer.
 *
 * <p>One event loop owns all state: requests, the {@link Scheduler} and the counters. Nothing here may be touched from
 * another thread except {@link EngineSimulator}'s public methods.
 */
@NullMarked
package dev.wellfield.simulator;

import org.jspecify.annotations.NullMarked;
