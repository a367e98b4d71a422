package dev.wellfield.core.serving;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class BucketTest {
    private static final long SECOND = 1_000_000;

    @Test
    void it_begins_full_and_fills_up_evenly() {
        Bucket bucket = new Bucket(600, 5);

        bucket.take(600, 5);

        assertThat(bucket.remaining(5)).isZero();
        assertThat(bucket.remaining(5 + SECOND / 10 - 1)).isZero();
        assertThat(bucket.remaining(5 + SECOND / 10)).isEqualTo(1);
        assertThat(bucket.remaining(5 + 59 * SECOND)).isEqualTo(590);
        assertThat(bucket.remaining(5 + 60 * SECOND)).isEqualTo(600);
        assertThat(bucket.remaining(5 + 600 * SECOND)).isEqualTo(600);
    }

    @Test
    void it_says_to_the_microsecond_when_there_will_be_enough() {
        Bucket bucket = new Bucket(7, 0);
        bucket.take(7, 0);

        long wait = bucket.waitMicros(1, 0);

        assertThat(wait).isEqualTo(8_571_429);
        assertThat(bucket.remaining(wait - 1)).isZero();
        assertThat(bucket.remaining(wait)).isEqualTo(1);
        assertThat(bucket.waitMicros(8, 0)).isEqualTo(Long.MAX_VALUE);
        assertThat(new Bucket(0, 0).waitMicros(1, 0)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void what_flowed_in_while_too_much_was_reserved_is_not_granted_twice() {
        Bucket bucket = new Bucket(100, 0);
        Bucket.Open open = bucket.reserve(100, 0);
        assertThat(bucket.remaining(60 * SECOND)).isEqualTo(100);
        bucket.take(100, 60 * SECOND);

        bucket.settle(open, 0, 60 * SECOND);

        assertThat(bucket.remaining(60 * SECOND)).isZero();
    }

    @Test
    void a_reservation_that_was_in_others_way_all_the_time_comes_back_whole() {
        Bucket bucket = new Bucket(100, 0);
        Bucket.Open open = bucket.reserve(100, 0);
        for (int second = 3; second <= 300; second += 3) {
            bucket.take(5, second * SECOND);
        }

        bucket.settle(open, 10, 300 * SECOND);

        assertThat(bucket.remaining(300 * SECOND)).isEqualTo(90);
    }

    @Test
    void the_largest_limits_and_the_longest_times_do_not_overflow() {
        Bucket bucket = new Bucket(Limits.MOST_PER_MINUTE, Long.MIN_VALUE / 1_000);
        Bucket.Open open = bucket.reserve(Limits.MOST_PER_MINUTE, Long.MIN_VALUE / 1_000);
        Bucket.Open second = bucket.reserve(Limits.MOST_PER_MINUTE, 0);

        assertThat(bucket.remaining(Long.MAX_VALUE / 1_000)).isEqualTo(Limits.MOST_PER_MINUTE);
        bucket.settle(open, Long.MAX_VALUE, Long.MAX_VALUE / 1_000);
        bucket.settle(second, 3, Long.MAX_VALUE / 1_000);
        assertThat(bucket.remaining(Long.MAX_VALUE / 1_000)).isEqualTo(Limits.MOST_PER_MINUTE);
    }

    private static final class Request {
        private final long at;
        private final Bucket.Open open;
        private long charge;
        private boolean settled;

        Request(long at, Bucket.Open open, long charge) {
            this.at = at;
            this.open = open;
            this.charge = charge;
        }
    }

    /** After every step it is what a plain bucket would be in which each request had taken at once what is now known. */
    @Test
    void settling_is_as_if_it_had_been_known_from_the_beginning() {
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            long limit = 50 + random.nextLong(200);
            Bucket bucket = new Bucket(limit, 0);
            List<Request> requests = new ArrayList<>();
            long now = 0;
            for (int step = 0; step < 120; step++) {
                now += random.nextInt(6) == 0 ? random.nextLong(90 * SECOND) : random.nextLong(2 * SECOND);
                long amount = 1 + random.nextLong(limit / 2);
                if (random.nextBoolean() && bucket.remaining(now) >= amount) {
                    requests.add(new Request(now, bucket.reserve(amount, now), amount));
                } else if (!requests.isEmpty()) {
                    Request one = requests.get(random.nextInt(requests.size()));
                    if (!one.settled) {
                        one.settled = true;
                        one.charge = random.nextInt(10) == 0 ? one.charge + 20 : random.nextLong(one.charge + 1);
                        bucket.settle(one.open, one.charge, now);
                    }
                }
                assertThat(bucket.remaining(now)).as("seed %d", seed).isEqualTo(plain(limit, requests, now));
            }
        }
    }

    private static long plain(long limit, List<Request> requests, long now) {
        long capacity = limit * 60 * SECOND;
        long level = capacity;
        long at = 0;
        for (Request request : requests) {
            level = Math.min(capacity, level + (request.at - at) * limit) - request.charge * 60 * SECOND;
            at = request.at;
        }
        return Math.floorDiv(Math.min(capacity, level + (now - at) * limit), 60 * SECOND);
    }
}
