/**
 */
@NullMarked
package dev.wellfield.gateway;

import org.jspecify.annotations.NullMarked;
