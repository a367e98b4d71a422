/** The REST API as the command line sees it: requests, problems, event streams. */
@NullMarked
package dev.wellfield.cli.client;

import org.jspecify.annotations.NullMarked;
