/** Tests of models, slices and shares. */
@NullMarked
package dev.wellfield.core.pool;

import org.jspecify.annotations.NullMarked;
