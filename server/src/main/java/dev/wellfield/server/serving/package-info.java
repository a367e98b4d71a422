/** Models, endpoints and keys over REST. */
@NullMarked
package dev.wellfield.server.serving;

import org.jspecify.annotations.NullMarked;
