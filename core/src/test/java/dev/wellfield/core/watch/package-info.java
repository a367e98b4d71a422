@NullMarked
package dev.wellfield.core.watch;

import org.jspecify.annotations.NullMarked;
