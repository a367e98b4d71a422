/** The one jar's entrance: starts the server, the engine simulator or the command line. */
@NullMarked
package dev.wellfield.app;

import org.jspecify.annotations.NullMarked;
