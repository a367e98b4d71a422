/** Money, price books, subscriptions, rating and invoice previews. */
@NullMarked
package dev.wellfield.core.billing;

import org.jspecify.annotations.NullMarked;
