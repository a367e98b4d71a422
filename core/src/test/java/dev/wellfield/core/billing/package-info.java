/** Tests of rating, reckoned by hand. */
@NullMarked
package dev.wellfield.core.billing;

import org.jspecify.annotations.NullMarked;
