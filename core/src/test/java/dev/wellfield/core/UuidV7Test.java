package dev.wellfield.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class UuidV7Test {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00.123456Z");

    @Test
    void an_id_says_that_it_is_version_7_and_when_it_was_made() {
        Random random = new Random(7);
        for (int i = 0; i < 1_000; i++) {
            UUID id = new UuidV7(() -> NOW, random).get();

            assertThat(id.version()).isEqualTo(7);
            assertThat(id.variant()).isEqualTo(2);
            assertThat(id.getMostSignificantBits() >>> 16).isEqualTo(NOW.toEpochMilli());
            assertThat(id.toString()).matches("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
        }
    }

    @Test
    void ids_sort_by_the_microsecond_in_which_they_were_made() {
        Random random = new Random(7);
        List<UUID> ids = new ArrayList<>();
        for (long micro = 0; micro < 5_000; micro++) {
            Instant at = NOW.plusNanos(micro * 1_000);
            ids.add(new UuidV7(() -> at, random).get());
        }

        assertThat(ids).isSortedAccordingTo(Comparator.comparing(UUID::toString));
    }

    @Test
    void ids_of_one_instant_differ() {
        UuidV7 ids = new UuidV7(() -> NOW, new Random(7));
        HashSet<UUID> made = new HashSet<>();

        for (int i = 0; i < 10_000; i++) {
            made.add(ids.get());
        }

        assertThat(made).hasSize(10_000);
    }

    @Test
    void the_first_and_the_last_fraction_of_a_millisecond_stay_in_it() {
        for (long nanos : new long[] {0, 1, 999_000, 999_999}) {
            Instant at = Instant.ofEpochMilli(NOW.toEpochMilli()).plusNanos(nanos);
            UUID id = new UuidV7(() -> at, new Random(7)).get();

            assertThat(id.getMostSignificantBits() >>> 16).isEqualTo(NOW.toEpochMilli());
            assertThat(id.getMostSignificantBits() & 0xFFF).isEqualTo(nanos * 4096 / 1_000_000);
            assertThat(id.version()).isEqualTo(7);
        }
    }
}
