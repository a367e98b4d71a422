package dev.wellfield.core.tenancy;

import java.time.ZoneId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A customer or team.
 *
 * @param index its number on this installation, 0-9999, from which local processes get their user id
 * @param zone the zone that its months and days begin in
 * @param cardsPlan how it pays for cards
 * @param tokensPlan how it pays for tokens
 * @param concurrentRequests requests at the gateway at a time; null means no limit of the tenant
 */
public record Tenant(
        UUID id,
        String name,
        @Nullable String displayName,
        int index,
        ZoneId zone,
        String priceBook,
        Plan cardsPlan,
        Plan tokensPlan,
        boolean latencyCritical,
        @Nullable Integer concurrentRequests) {}
