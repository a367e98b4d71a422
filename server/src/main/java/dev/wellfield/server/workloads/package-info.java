/** Workloads over REST: submit, follow, explain, cancel. */
@NullMarked
package dev.wellfield.server.workloads;

import org.jspecify.annotations.NullMarked;
