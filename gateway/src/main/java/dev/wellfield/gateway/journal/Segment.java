package dev.wellfield.gateway.journal;

import java.nio.file.Path;

/** One file of a journal. Sequences only grow. */
record Segment(long sequence, Path file) {}
