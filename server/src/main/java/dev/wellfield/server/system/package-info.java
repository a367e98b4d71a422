/** Health, metrics and facts about this installation. */
@NullMarked
package dev.wellfield.server.system;

import org.jspecify.annotations.NullMarked;
