@NullMarked
package dev.wellfield.server.rest;

import org.jspecify.annotations.NullMarked;
