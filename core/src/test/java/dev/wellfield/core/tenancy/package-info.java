/** Tests of roles, grants and limits. */
@NullMarked
package dev.wellfield.core.tenancy;

import org.jspecify.annotations.NullMarked;
