/** How things look in a terminal: tables, units, times, machine formats. */
@NullMarked
package dev.wellfield.cli.show;

import org.jspecify.annotations.NullMarked;
