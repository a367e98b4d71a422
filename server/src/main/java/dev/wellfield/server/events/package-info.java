/** Changes over REST, as pages and as a stream. */
@NullMarked
package dev.wellfield.server.events;

import org.jspecify.annotations.NullMarked;
