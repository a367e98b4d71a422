package dev.wellfield.server.events;

import dev.wellfield.core.tenancy.Permission;
import dev.wellfield.server.access.TenantQuery;
import dev.wellfield.server.rest.Call;
import dev.wellfield.server.rest.EventSink;
import dev.wellfield.server.rest.OperationHandler;
import dev.wellfield.server.rest.Reply;
import dev.wellfield.store.Cursor;
import dev.wellfield.store.Database;
import dev.wellfield.store.Event;
import dev.wellfield.store.Events;
import dev.wellfield.store.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Changes over REST. A stream is a cursor that polls each half second. */
public final class EventOperations {
    private static final Duration POLL = Duration.ofMillis(500);
    private static final int POLLS_TO_ALIVE = 20;
    private static final int BATCH = 200;

    private final Database database;

    public EventOperations(Database database) {
        this.database = database;
    }

    public Map<String, OperationHandler> operations() {
        return Map.of("listEvents", this::list, "followEvents", this::follow);
    }

    private static Events.Filter filter(Call call, Optional<String> aggregate) {
        TenantQuery shown = TenantQuery.of(call, Permission.EVENTS_READ);
        return new Events.Filter(shown.visible(), shown.tenant(), aggregate.orElse(null));
    }

    private Reply list(Call call) {
        Events.Filter filter = filter(call, call.query("aggregate"));
        int limit = (int) call.queryInteger("limit").orElse(100);
        Optional<String> after = call.query("after");
        List<Event> events = database.transaction(tx -> after.isPresent()
                ? tx.events().after(Cursor.parse(after.get()), filter, limit)
                : tx.events().newest(filter, limit));
        ObjectNode json = Json.object();
        ArrayNode items = json.putArray("items");
        events.forEach(event -> items.add(json(event)));
        if (!events.isEmpty()) {
            Event newest = after.isPresent() ? events.getLast() : events.getFirst();
            json.put("next", newest.cursor().toString());
        }
        return Reply.ok(json);
    }

    private Reply follow(Call call) {
        Events.Filter filter = filter(call, Optional.empty());
        Optional<String> last = call.header("Last-Event-ID");
        Cursor from = last.isPresent()
                ? Cursor.parse(last.get())
                : database.transaction(tx -> tx.events().end());
        return Reply.events(sink -> follow(sink, filter, from));
    }

    private void follow(EventSink sink, Events.Filter filter, Cursor from) throws InterruptedException {
        Cursor cursor = from;
        int quiet = 0;
        sink.send("alive", cursor.toString(), Json.object());
        do {
            Cursor at = cursor;
            List<Event> events = database.transaction(tx -> tx.events().after(at, filter, BATCH));
            for (Event event : events) {
                sink.send("change", event.cursor().toString(), json(event));
                cursor = event.cursor();
            }
            quiet = events.isEmpty() ? quiet + 1 : 0;
            if (quiet >= POLLS_TO_ALIVE) {
                sink.send("alive", cursor.toString(), Json.object());
                quiet = 0;
            }
        } while (sink.pause(POLL));
    }

    private static ObjectNode json(Event event) {
        ObjectNode json = Json.object()
                .put("cursor", event.cursor().toString())
                .put("at", event.at().toString())
                .put("actor", event.actor())
                .put("aggregate", event.aggregate())
                .put("type", event.type());
        if (event.tenant() != null) {
            json.put("tenant", event.tenant());
        }
        if (event.version() != null) {
            json.put("version", event.version());
        }
        if (event.before() != null) {
            json.set("before", event.before());
        }
        if (event.after() != null) {
            json.set("after", event.after());
        }
        return json;
    }
}
