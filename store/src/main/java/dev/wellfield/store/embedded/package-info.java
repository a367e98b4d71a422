/**
 * The embedded PostgreSQL server: unpacked from the jar into the data directory, started under an account of its own,
 * watched, adopted by the next Wellfield when this one is killed.
 */
@NullMarked
package dev.wellfield.store.embedded;

import org.jspecify.annotations.NullMarked;
