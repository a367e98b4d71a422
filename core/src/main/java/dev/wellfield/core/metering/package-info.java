/** Usage facts, time windows, and the reconciliation of the two layers of metering. */
@NullMarked
package dev.wellfield.core.metering;

import org.jspecify.annotations.NullMarked;
