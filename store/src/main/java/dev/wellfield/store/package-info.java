/**
 * What is kept in PostgreSQL, and nothing else. Callers work inside a {@link dev.wellfield.store.Transaction}, which hands
 * out one repository for each thing that is kept; SQL lives only here.
 */
@NullMarked
package dev.wellfield.store;

import org.jspecify.annotations.NullMarked;
