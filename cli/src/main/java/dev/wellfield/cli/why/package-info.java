/** Explanations as sentences: why a workload waits, was refused or runs where it runs. */
@NullMarked
package dev.wellfield.cli.why;

import org.jspecify.annotations.NullMarked;
