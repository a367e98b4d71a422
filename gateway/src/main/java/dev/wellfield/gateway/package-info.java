/**
 * The data plane. A request's way: {@link dev.wellfield.gateway.Front} (path, body) → {@link dev.wellfield.gateway.Doorman}
 * (key, model, limits) → {@link dev.wellfield.gateway.Exchange} (queue, dispatch, relay, settle) → journal → shipper. Event
 * loops move the bytes and decide from memory; the journal and the database have threads of their own.
 */
@NullMarked
package dev.wellfield.gateway;

import org.jspecify.annotations.NullMarked;
