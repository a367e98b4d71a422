/** Tests of the whole of core: its architecture and the words that all rooms share. */
@NullMarked
package dev.wellfield.core;

import org.jspecify.annotations.NullMarked;
