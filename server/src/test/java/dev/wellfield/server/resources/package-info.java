@NullMarked
package dev.wellfield.server.resources;

import org.jspecify.annotations.NullMarked;
