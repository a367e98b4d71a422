/** Tests of the repositories on a real PostgreSQL. */
@NullMarked
package dev.wellfield.store;

import org.jspecify.annotations.NullMarked;
