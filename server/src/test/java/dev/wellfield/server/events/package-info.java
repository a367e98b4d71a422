@NullMarked
package dev.wellfield.server.events;

import org.jspecify.annotations.NullMarked;
