/** What the operator declares: applying, deleting, and the lists of pools, cards, tenants, quotas, plans and prices. */
@NullMarked
package dev.wellfield.server.resources;

import org.jspecify.annotations.NullMarked;
