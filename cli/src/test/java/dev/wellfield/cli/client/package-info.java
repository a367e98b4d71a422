@NullMarked
package dev.wellfield.cli.client;

import org.jspecify.annotations.NullMarked;
