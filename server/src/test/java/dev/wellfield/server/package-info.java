@NullMarked
package dev.wellfield.server;

import org.jspecify.annotations.NullMarked;
