/** Makes the pages of docs/reference from what they describe; {@code scripts/reference} writes them. */
@NullMarked
package dev.wellfield.app.reference;

import org.jspecify.annotations.NullMarked;
