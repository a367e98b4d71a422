package dev.wellfield.app.reference;

import static dev.wellfield.app.reference.Markdown.code;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Every type of event. */
public final class EventsPage {
    private static final Pattern TYPE = Pattern.compile(
            "\"((?:workload|token|endpoint|api-key|quota|alert|principal|member|invitation)\\.[a-z-]+)\"");

    private static final String ACCESS = "server/src/main/java/dev/wellfield/server/access/";
    private static final Pattern OF_PRINCIPALS = Pattern.compile("event\\(call, now, user, \"([a-z-]+)\"");
    private static final Pattern OF_INVITATIONS = Pattern.compile("event\\([^\"]*invitation, \"([a-z-]+)\"");

    /** Those that aren't a declared thing's created, changed and deleted. */
    private static final Map<String, String> OWN = Map.ofEntries(
            Map.entry("alert.firing", "Something is wrong for long enough; people are told."),
            Map.entry("alert.acknowledged", "Somebody said that they care about it."),
            Map.entry("alert.resolved", "It is over."),
            Map.entry("api-key.created", "A key was made."),
            Map.entry("api-key.revoked", "A key was revoked; gateways refuse it within seconds."),
            Map.entry("endpoint.added", "An engine has a port and will be asked whether it is ready."),
            Map.entry("invitation.created", "Somebody was invited; the link isn't in the event."),
            Map.entry("invitation.accepted", "Somebody opened the link and has the role."),
            Map.entry("invitation.revoked", "The link is worth nothing any more."),
            Map.entry("member.changed", "Somebody has other roles in a tenant."),
            Map.entry("member.removed", "Somebody has no role in a tenant any more."),
            Map.entry("principal.created", "Somebody can sign in."),
            Map.entry("principal.disabled", "Somebody can't sign in any more."),
            Map.entry("principal.enabled", "Somebody can sign in again."),
            Map.entry("principal.password-changed", "Somebody set a new password."),
            Map.entry("principal.password-reset", "A link for a new password was made."),
            Map.entry("quota.changed", "Another version of a quota holds."),
            Map.entry("token.created", "A token was made; its secret isn't in the event."),
            Map.entry("token.revoked", "A token was revoked."),
            Map.entry("workload.submitted", "Its row is committed: it is accepted."),
            Map.entry("workload.cancel-requested", "Somebody asked for its end."),
            Map.entry("workload.deleted", "It had ended; its name is free again."),
            Map.entry("workload.queued", "It waits; `wellfield why` says for what."),
            Map.entry("workload.starting", "It has been placed; its process is being started."),
            Map.entry("workload.running", "Its process runs."),
            Map.entry("workload.stopping", "It was told to end and has its grace period."),
            Map.entry("workload.succeeded", "It ended with status 0."),
            Map.entry(
                    "workload.failed",
                    "It ended by itself with another status or by a signal, or could not be started."),
            Map.entry("workload.cancelled", "It ended because somebody cancelled it."),
            Map.entry("workload.refused", "It was not admitted."));

    private EventsPage() {}

    /**
     * @param kinds of declared things, as events name them
     * @param phases of workloads
     */
    public static String of(List<String> kinds, List<String> phases) {
        Markdown page = Markdown.page("Events", "the types that the server writes", """
                Every change writes one event in the transaction of the change: who did it, when, to what (`aggregate`, as
                `workload/train-1`), its type, and the values before and after. `wellfield events` lists them,
                `GET /api/v1/events/stream` follows them. Events are kept when what they are about is deleted.
                """);
        Set<String> types = new TreeSet<>(OWN.keySet());
        kinds.forEach(kind -> List.of("created", "changed", "deleted").forEach(what -> types.add(kind + "." + what)));
        Set<String> expected = new TreeSet<>(Sources.find(TYPE, "server/src/main/java"));
        Sources.find(OF_PRINCIPALS, ACCESS + "UserOperations.java").forEach(what -> expected.add("principal." + what));
        Sources.find(OF_INVITATIONS, ACCESS + "InvitationOperations.java", ACCESS + "AcceptOperations.java")
                .forEach(what -> expected.add("invitation." + what));
        phases.forEach(phase -> expected.add("workload." + phase.toLowerCase(Locale.ROOT)));
        expected.removeAll(types);
        if (!expected.isEmpty()) {
            throw new AssertionError("EventsPage must explain these events: " + expected);
        }
        List<List<String>> rows = new ArrayList<>();
        for (String type : types) {
            String kind = type.substring(0, type.indexOf('.'));
            rows.add(List.of(
                    code(type),
                    OWN.getOrDefault(type, "A " + kind + " was " + type.substring(type.indexOf('.') + 1) + ".")));
        }
        return page.table(List.of("type", "what happened"), rows).toString();
    }
}
