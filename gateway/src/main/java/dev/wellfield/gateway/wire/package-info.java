/** The OpenAI wire format: reading and rewriting bodies, events and answers without building trees of them. */
@NullMarked
package dev.wellfield.gateway.wire;

import org.jspecify.annotations.NullMarked;
