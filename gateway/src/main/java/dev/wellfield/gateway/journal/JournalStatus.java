package dev.wellfield.gateway.journal;

import java.util.Optional;

/**
 * How a journal is doing.
 *
 * @param problem why no new request can be journaled
 * @param bytes of all its files
 * @param unshippedBytes that the database hasn't got yet
 * @param lostRecords that were given up because the disk failed for too long
 */
public record JournalStatus(Optional<String> problem, long bytes, long unshippedBytes, long lostRecords) {}
