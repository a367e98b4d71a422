@NullMarked
package dev.wellfield.cli;

import org.jspecify.annotations.NullMarked;
