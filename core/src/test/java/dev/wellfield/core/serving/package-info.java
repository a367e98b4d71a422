/** Fakes and contract tests of the serving ports, and tests of the request ledger. */
@NullMarked
package dev.wellfield.core.serving;

import org.jspecify.annotations.NullMarked;
