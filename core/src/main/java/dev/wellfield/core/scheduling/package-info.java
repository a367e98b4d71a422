/** Workloads, admission, placement, the controller and its explanations: what runs where, and why. */
@NullMarked
package dev.wellfield.core.scheduling;

import org.jspecify.annotations.NullMarked;
