package dev.wellfield.core.pool;

/**
 * A hardware partition of one card.
 *
 * @param profile the profile's name, e.g. {@code 1g.10gb}
 * @param start the memory slice at which it begins, 0-7
 */
public record Slice(String profile, int start) {}
