/** Who may come in: sign-in, sessions and tokens, people with their roles, invitations, and the operator's first token. */
@NullMarked
package dev.wellfield.server.access;

import org.jspecify.annotations.NullMarked;
