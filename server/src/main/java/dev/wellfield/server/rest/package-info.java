/**
 * The HTTP face of the control plane. The contract (openapi.yaml) is the source: every operation in it is mounted on a
 * route, everything that arrives is checked against it, and handlers see only what is valid and permitted.
 */
@NullMarked
package dev.wellfield.server.rest;

import org.jspecify.annotations.NullMarked;
