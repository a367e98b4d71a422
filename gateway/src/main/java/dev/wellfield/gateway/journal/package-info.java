/**
 * The usage journal: what a gateway replica writes to disk before it lets an answer end, and how it gets from there to the
 * database. Formats: {@link dev.wellfield.gateway.journal.SegmentFormat}, {@link dev.wellfield.gateway.journal.EntryCodec}.
 */
@NullMarked
package dev.wellfield.gateway.journal;

import org.jspecify.annotations.NullMarked;
