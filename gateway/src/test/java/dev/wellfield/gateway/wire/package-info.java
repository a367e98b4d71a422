/** Tests of the wire format. */
@NullMarked
package dev.wellfield.gateway.wire;

import org.jspecify.annotations.NullMarked;
