/** What people type: commands of the command line, each a client of the REST API. */
@NullMarked
package dev.wellfield.cli;

import org.jspecify.annotations.NullMarked;
