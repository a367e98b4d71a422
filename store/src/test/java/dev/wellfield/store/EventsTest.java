package dev.wellfield.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wellfield.core.tenancy.Grants.Visible;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class EventsTest {
    private static final Events.Filter ALL = new Events.Filter(new Visible(true, Set.of()), null, null);

    private final TestDatabase database = TestDatabase.fresh();
    private final Database app = database.app();

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void an_event_is_read_as_it_was_written() {
        Event event = Event.of(
                        Declared.NOW,
                        "tina",
                        "vision",
                        "workload/etl",
                        "workload.submitted",
                        Declared.json("{'a': 1.50}"))
                .withVersion(3)
                .withBefore(Declared.json("{'a': [1, null]}"));
        append(event);
        append(Event.of(Declared.NOW, "system", null, "pool/a100", "pool.created", null));

        List<Event> events = after(Cursor.START, ALL);

        assertThat(events).hasSize(2);
        Event first = events.getFirst();
        assertThat(first).usingRecursiveComparison().ignoringFields("cursor").isEqualTo(event);
        assertThat(first.aggregateName()).isEqualTo("etl");
        assertThat(events.getLast().tenant()).isNull();
        assertThat(events.getLast().version()).isNull();
        assertThat(events.getLast().after()).isNull();
        assertThat(after(first.cursor(), ALL)).containsExactly(events.getLast());
        assertThat(app.<Cursor>transaction(tx -> tx.events().end()))
                .isEqualTo(events.getLast().cursor());
    }

    @Test
    void an_event_that_is_committed_late_is_never_passed_over() {
        List<String> seen = new ArrayList<>();
        Cursor[] cursor = {Cursor.START};
        Runnable follow = () -> {
            for (Event event : after(cursor[0], ALL)) {
                cursor[0] = event.cursor();
                seen.add(event.actor());
            }
        };
        append(event("first"));
        follow.run();

        app.transaction(slow -> {
            slow.events().append(event("slow, begun before the quick one"));
            append(event("quick"));
            follow.run();
            assertThat(seen).containsExactly("first");
            assertThat(app.<Cursor>transaction(tx -> tx.events().end())).isEqualTo(cursor[0]);
            assertThat(app.<List<Event>>transaction(tx -> tx.events().newest(ALL, 10)))
                    .hasSize(1);
            slow.events().append(event("slow, written after the quick one"));
            return null;
        });
        follow.run();

        assertThat(seen)
                .containsExactly(
                        "first", "slow, begun before the quick one", "slow, written after the quick one", "quick");
    }

    @Test
    void an_event_of_a_change_that_failed_never_was() {
        try {
            app.transaction(tx -> {
                tx.events().append(event("failed"));
                throw new IllegalArgumentException("no");
            });
        } catch (IllegalArgumentException expected) {
            assertThat(expected).hasMessage("no");
        }
        append(event("next"));

        assertThat(after(Cursor.START, ALL)).extracting(Event::actor).containsExactly("next");
    }

    @Test
    void a_reader_sees_its_own_tenants_only_and_what_it_asks_for() {
        append(Event.of(Declared.NOW, "x", "vision", "workload/a", "workload.queued", null));
        append(Event.of(Declared.NOW, "x", "speech", "workload/a", "workload.starting", null));
        append(Event.of(Declared.NOW, "x", null, "pool/a100", "pool.created", null));
        append(Event.of(Declared.NOW, "x", "vision", "workload/b", "workload.running", null));

        assertThat(types(new Visible(true, Set.of()), null, null))
                .containsExactly("workload.queued", "workload.starting", "pool.created", "workload.running");
        assertThat(types(new Visible(false, Set.of("vision")), null, null))
                .containsExactly("workload.queued", "workload.running");
        assertThat(types(new Visible(false, Set.of()), null, null)).isEmpty();
        assertThat(types(new Visible(false, Set.of("vision")), "speech", null)).isEmpty();
        assertThat(types(new Visible(true, Set.of()), "speech", null)).containsExactly("workload.starting");
        assertThat(types(new Visible(true, Set.of()), null, "workload/a"))
                .containsExactly("workload.queued", "workload.starting");
    }

    @Test
    void the_newest_come_first_and_a_limit_holds() {
        for (int i = 0; i < 5; i++) {
            append(event("actor-" + i));
        }

        assertThat(app.<List<Event>>transaction(tx -> tx.events().newest(ALL, 2)))
                .extracting(Event::actor)
                .containsExactly("actor-4", "actor-3");
        assertThat(app.<List<Event>>transaction(tx -> tx.events().after(Cursor.START, ALL, 2)))
                .extracting(Event::actor)
                .containsExactly("actor-0", "actor-1");
    }

    @Test
    void an_event_of_a_type_that_people_can_not_read_is_refused_with_what_to_do() {
        assertThatThrownBy(() -> append(Event.of(Declared.NOW, "x", "vision", "workload/a", "workload.exploded", null)))
                .hasMessageContaining("event type (workload.exploded) must be one that people can read");
    }

    @Test
    void where_there_is_no_event_the_end_is_the_start() {
        assertThat(app.<Cursor>transaction(tx -> tx.events().end())).isEqualTo(Cursor.START);
    }

    private List<String> types(Visible visible, @Nullable String tenant, @Nullable String aggregate) {
        return after(Cursor.START, new Events.Filter(visible, tenant, aggregate)).stream()
                .map(Event::type)
                .toList();
    }

    private static Event event(String actor) {
        return Event.of(Declared.NOW, actor, "vision", "workload/a", "workload.running", null);
    }

    private void append(Event event) {
        app.transaction(tx -> {
            tx.events().append(event);
            return null;
        });
    }

    private List<Event> after(Cursor cursor, Events.Filter filter) {
        return app.transaction(tx -> tx.events().after(cursor, filter, 100));
    }
}
