/** Usage, invoice previews and their proofs over REST. */
@NullMarked
package dev.wellfield.server.money;

import org.jspecify.annotations.NullMarked;
