/** Tests of the data plane, against the engine simulator over real HTTP. */
@NullMarked
package dev.wellfield.gateway;

import org.jspecify.annotations.NullMarked;
