package dev.wellfield.core.scheduling;

/**
 * Something in a request that can never be right.
 *
 * @param pointer JSON pointer of the field
 * @param value what was given, as people read it
 * @param expected what would be right
 * @param overQuota whether it is the quota that forbids it
 */
public record Violation(String pointer, String value, String expected, boolean overQuota) {}
