package dev.wellfield.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.wellfield.core.EngineKind;
import dev.wellfield.core.serving.Endpoint;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class EngineGroupTest {
    private static final Timeouts TIMEOUTS = Timeouts.DEFAULT.withHanging(Duration.ofMinutes(1));

    private final EngineGroup group = new EngineGroup(3);
    private final List<Slot> granted = new ArrayList<>();

    private static Endpoint endpoint(long id, int concurrentRequests) {
        return new Endpoint(
                new UUID(0, id),
                "platform",
                "engine-" + id,
                new UUID(9, 9),
                URI.create("http://127.0.0.1:1"),
                EngineKind.VLLM,
                false,
                concurrentRequests,
                null);
    }

    private void engines(Endpoint... endpoints) {
        group.update(List.of(endpoints), TIMEOUTS);
        group.engines().forEach(engine -> engine.setReady(true));
    }

    private Assignment place() {
        return group.place(Runnable::run, granted::add, null);
    }

    @Test
    void requests_spread_evenly_and_never_beyond_what_an_engine_takes() {
        engines(endpoint(1, 2), endpoint(2, 4));

        List<UUID> order = new ArrayList<>();
        while (place() instanceof Assignment.Given(Slot slot)) {
            order.add(slot.engine().id());
        }

        assertThat(order).extracting(UUID::getLeastSignificantBits).containsExactly(1L, 2L, 1L, 2L, 2L, 2L);
    }

    @Test
    void those_who_wait_are_served_in_turn_and_those_who_leave_are_passed_over() {
        engines(endpoint(1, 1));
        Slot slot = ((Assignment.Given) place()).slot();
        Ticket first = ((Assignment.Waiting) place()).ticket();
        Ticket second = ((Assignment.Waiting) place()).ticket();
        assertThat(place()).isInstanceOf(Assignment.Waiting.class);
        assertThat(place()).isEqualTo(new Assignment.QueueFull(3));

        first.cancel();
        second.cancel();
        slot.release();
        slot.release();

        assertThat(granted).hasSize(1);
        assertThat(group.waiting()).isZero();
    }

    @Test
    void nobody_overtakes_those_who_wait() {
        engines(endpoint(1, 1));
        ((Assignment.Given) place()).slot();
        assertThat(place()).isInstanceOf(Assignment.Waiting.class);
        group.update(List.of(endpoint(1, 1), endpoint(2, 1)), TIMEOUTS);

        assertThat(place()).isInstanceOf(Assignment.Waiting.class);
        group.engines().get(1).setReady(true);
        group.serveWaiting();

        assertThat(granted).hasSize(1);
        assertThat(group.waiting()).isEqualTo(1);
    }

    @Test
    void an_engine_that_is_not_ready_gets_nothing() {
        group.update(List.of(endpoint(1, 1)), TIMEOUTS);

        assertThat(place()).isInstanceOf(Assignment.Waiting.class);
        assertThat(group.anyReady()).isFalse();
    }

    @Test
    void without_engines_nobody_waits() {
        assertThat(place()).isEqualTo(new Assignment.NoEngine());
    }

    @Test
    void what_is_known_of_an_engine_outlives_a_new_view() {
        engines(endpoint(1, 1));
        place();

        group.update(List.of(endpoint(2, 1), endpoint(1, 1)), TIMEOUTS);

        assertThat(group.statuses())
                .extracting(EngineGroup.Status::ready, EngineGroup.Status::inFlight)
                .containsExactly(tuple(false, 0), tuple(true, 1));
    }

    @Test
    void many_threads_never_put_more_on_an_engine_than_it_takes() throws Exception {
        EngineGroup shared = new EngineGroup(10_000);
        shared.update(List.of(endpoint(1, 3), endpoint(2, 5)), TIMEOUTS);
        shared.engines().forEach(engine -> engine.setReady(true));
        AtomicInteger inUse = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger served = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(8);
        for (int thread = 0; thread < 8; thread++) {
            Random random = new Random(thread);
            Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 2_000; i++) {
                    Consumer<Slot> use = slot -> {
                        most.accumulateAndGet(inUse.incrementAndGet(), Math::max);
                        inUse.decrementAndGet();
                        served.incrementAndGet();
                        slot.release();
                    };
                    switch (shared.place(Runnable::run, use, null)) {
                        case Assignment.Given(Slot slot) -> use.accept(slot);
                        case Assignment.Waiting(Ticket ticket) -> {
                            if (random.nextInt(10) == 0) {
                                ticket.cancel();
                            }
                        }
                        default -> throw new AssertionError("there is room to wait");
                    }
                }
                done.countDown();
            });
        }
        done.await();
        shared.serveWaiting();
        assertThat(most.get()).isBetween(1, 8);
        assertThat(served.get()).isPositive();
        assertThat(shared.waiting()).isZero();
        assertThat(shared.statuses()).allMatch(engine -> engine.inFlight() == 0);
    }
}
