/** Watching: what is measured, the alerts that come of it, and who is told. */
@NullMarked
package dev.wellfield.server.watch;

import org.jspecify.annotations.NullMarked;
