/** Tests of time windows, facts and reconciliation. */
@NullMarked
package dev.wellfield.core.metering;

import org.jspecify.annotations.NullMarked;
