@NullMarked
package dev.wellfield.server.watch;

import org.jspecify.annotations.NullMarked;
