/** Accelerator models, nodes, cards, slices, shares and allocations: what there is to share. */
@NullMarked
package dev.wellfield.core.pool;

import org.jspecify.annotations.NullMarked;
