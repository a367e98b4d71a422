package dev.wellfield.store;

import static org.assertj.core.api.Assertions.assertThat;

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
                seen.add(event.type());
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

        assertThat(after(Cursor.START, ALL)).extracting(Event::type).containsExactly("next");
    }

    @Test
    void a_reader_sees_its_own_tenants_only_and_what_it_asks_for() {
        append(Event.of(Declared.NOW, "x", "vision", "workload/a", "one", null));
        append(Event.of(Declared.NOW, "x", "speech", "workload/a", "two", null));
        append(Event.of(Declared.NOW, "x", null, "pool/a100", "three", null));
        append(Event.of(Declared.NOW, "x", "vision", "workload/b", "four", null));

        assertThat(types(new Visible(true, Set.of()), null, null)).containsExactly("one", "two", "three", "four");
        assertThat(types(new Visible(false, Set.of("vision")), null, null)).containsExactly("one", "four");
        assertThat(types(new Visible(false, Set.of()), null, null)).isEmpty();
        assertThat(types(new Visible(false, Set.of("vision")), "speech", null)).isEmpty();
        assertThat(types(new Visible(true, Set.of()), "speech", null)).containsExactly("two");
        assertThat(types(new Visible(true, Set.of()), null, "workload/a")).containsExactly("one", "two");
    }

    @Test
    void the_newest_come_first_and_a_limit_holds() {
        for (int i = 0; i < 5; i++) {
            append(event("type-" + i));
        }

        assertThat(app.<List<Event>>transaction(tx -> tx.events().newest(ALL, 2)))
                .extracting(Event::type)
                .containsExactly("type-4", "type-3");
        assertThat(app.<List<Event>>transaction(tx -> tx.events().after(Cursor.START, ALL, 2)))
                .extracting(Event::type)
                .containsExactly("type-0", "type-1");
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

    private static Event event(String type) {
        return Event.of(Declared.NOW, "x", "vision", "workload/a", type, null);
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
