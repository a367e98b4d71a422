/** The rules, in one room each: pool, tenancy, scheduling, serving, metering, billing. Here only what all of them need. */
@NullMarked
package dev.wellfield.core;

import org.jspecify.annotations.NullMarked;
