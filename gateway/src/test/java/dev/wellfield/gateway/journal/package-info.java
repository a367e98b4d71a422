/** Tests of the usage journal. */
@NullMarked
package dev.wellfield.gateway.journal;

import org.jspecify.annotations.NullMarked;
