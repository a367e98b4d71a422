/** Signals, alert rules and the alerts that come of them: what is wrong now, in codes and numbers. */
@NullMarked
package dev.wellfield.core.watch;

import org.jspecify.annotations.NullMarked;
