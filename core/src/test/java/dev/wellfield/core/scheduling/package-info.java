@NullMarked
package dev.wellfield.core.scheduling;

import org.jspecify.annotations.NullMarked;
