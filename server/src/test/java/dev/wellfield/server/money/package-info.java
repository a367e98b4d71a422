/** Tests of invoices and usage. */
@NullMarked
package dev.wellfield.server.money;

import org.jspecify.annotations.NullMarked;
