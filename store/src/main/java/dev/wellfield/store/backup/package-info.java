/**
 * A whole database in one file, whatever PostgreSQL it is in: written from one snapshot, checked before any of it is
 * believed, brought back in one transaction.
 */
@NullMarked
package dev.wellfield.store.backup;

import org.jspecify.annotations.NullMarked;
