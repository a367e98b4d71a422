/** Tests over real HTTP, and against exchanges captured from vLLM 0.32.0. */
@NullMarked
package dev.wellfield.simulator;

import org.jspecify.annotations.NullMarked;
