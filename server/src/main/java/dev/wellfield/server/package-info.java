/** The composition root: settings, and the one place where everything is built and joined. */
@NullMarked
package dev.wellfield.server;

import org.jspecify.annotations.NullMarked;
