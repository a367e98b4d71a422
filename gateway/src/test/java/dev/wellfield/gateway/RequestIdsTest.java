package dev.wellfield.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class RequestIdsTest {

    @Test
    void an_id_is_a_uuid_of_version_7_with_its_time_in_it() {
        Instant now = Instant.parse("2026-12-01T02:03:04.567Z");
        RequestIds ids = new RequestIds(InstantSource.fixed(now), new SplittableRandom(1));

        UUID id = ids.next();

        assertThat(id.version()).isEqualTo(7);
        assertThat(id.variant()).isEqualTo(2);
        assertThat(id.getMostSignificantBits() >>> 16).isEqualTo(now.toEpochMilli());
        assertThat(RequestIds.seconds(id)).isEqualTo(now.getEpochSecond());
        assertThat(RequestIds.seconds(UUID.randomUUID())).isZero();
    }

    @Test
    void ids_of_the_same_moment_differ() {
        RequestIds ids = new RequestIds(InstantSource.fixed(Instant.EPOCH), new SplittableRandom(1));

        assertThat(Stream.generate(ids::next).limit(10_000)).doesNotHaveDuplicates();
    }
}
