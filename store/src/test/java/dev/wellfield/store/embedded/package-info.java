@NullMarked
package dev.wellfield.store.embedded;

import org.jspecify.annotations.NullMarked;
