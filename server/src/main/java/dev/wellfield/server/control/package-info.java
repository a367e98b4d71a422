/** The loops that run things: decisions, engines, metering. Each has one thread. */
@NullMarked
package dev.wellfield.server.control;

import org.jspecify.annotations.NullMarked;
