/** Sign-in, tokens and sessions, and the operator's first token. */
@NullMarked
package dev.wellfield.server.access;

import org.jspecify.annotations.NullMarked;
