/** Models, keys, endpoints, allowances and the request ledger: who calls which model. */
@NullMarked
package dev.wellfield.core.serving;

import org.jspecify.annotations.NullMarked;
