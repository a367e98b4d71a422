package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.Rest;
import dev.wellfield.cli.show.Terminal;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import tools.jackson.databind.JsonNode;

/**
 * Which server a command talks to and as whom: flags before WELLFIELD_SERVER and WELLFIELD_TOKEN before the context. A
 * context's token is sent to that context's server alone.
 */
final class Connection {
    @Option(
            names = "--server",
            scope = ScopeType.INHERIT,
            paramLabel = "URL",
            description = "The server; else $$WELLFIELD_SERVER, else the context's.")
    @Nullable
    String server;

    @Option(
            names = "--token",
            scope = ScopeType.INHERIT,
            paramLabel = "TOKEN",
            description = "The token; else $$WELLFIELD_TOKEN, else the context's.")
    @Nullable
    String token;

    @Option(
            names = "--context",
            scope = ScopeType.INHERIT,
            paramLabel = "NAME",
            description = "A context instead of the current one; `wellfield context list` shows them.")
    @Nullable
    String context;

    private final Terminal terminal;
    private @Nullable Rest rest;

    Connection(Terminal terminal) {
        this.terminal = terminal;
    }

    Terminal terminal() {
        return terminal;
    }

    Contexts contexts() {
        return Contexts.load(terminal.environment());
    }

    /** The server, found when it is first needed. */
    Rest rest() {
        if (rest == null) {
            rest = connect();
        }
        return rest;
    }

    private Rest connect() {
        Contexts.Entry entry = entry();
        String url = Optional.ofNullable(server)
                .or(() -> context == null ? terminal.variable("WELLFIELD_SERVER") : Optional.empty())
                .orElse(entry == null ? null : entry.url());
        if (url == null) {
            throw Failure.of(
                    ExitCode.NOT_PERMITTED,
                    "No server is known.",
                    "Run `wellfield up` for one on this machine, or `wellfield login --server URL`.");
        }
        URI address = Address.parse(url);
        return new Rest(address, tokenFor(address, entry), terminal);
    }

    private Contexts.@Nullable Entry entry() {
        String named = context;
        if (named == null) {
            boolean serverKnown =
                    server != null || terminal.variable("WELLFIELD_SERVER").isPresent();
            boolean tokenKnown =
                    token != null || terminal.variable("WELLFIELD_TOKEN").isPresent();
            return serverKnown && tokenKnown ? null : contexts().current().orElse(null);
        }
        Contexts contexts = contexts();
        return contexts.find(named).orElseThrow(() -> Contexts.unknown(named, contexts.read()));
    }

    private String tokenFor(URI address, Contexts.@Nullable Entry entry) {
        if (token != null) {
            return token;
        }
        Optional<String> variable = context == null ? terminal.variable("WELLFIELD_TOKEN") : Optional.empty();
        return variable.or(() -> keptFor(address, entry))
                .orElseThrow(() -> Failure.of(
                        ExitCode.NOT_PERMITTED,
                        "You have no token for " + address + ".",
                        "Sign in: wellfield login --server " + address
                                + ", or run `wellfield up` for a server on this machine."));
    }

    /** The token kept for that server: the context's own, else that of any other context with this address. */
    private Optional<String> keptFor(URI address, Contexts.@Nullable Entry entry) {
        List<Contexts.Entry> candidates = new ArrayList<>();
        if (entry != null) {
            candidates.add(entry);
        }
        if (context == null) {
            candidates.addAll(contexts().entries());
        }
        return candidates.stream()
                .filter(it -> it.token() != null && Address.parse(it.url()).equals(address))
                .map(Contexts.Entry::token)
                .findFirst();
    }

    /** The tenant meant: as given, else $WELLFIELD_TENANT, else the only one in which the caller has a role. */
    String tenant(@Nullable String given) {
        return Optional.ofNullable(given)
                .or(() -> terminal.variable("WELLFIELD_TENANT"))
                .orElseGet(this::onlyTenant);
    }

    private String onlyTenant() {
        JsonNode session = rest().get(ApiPath.of("session"));
        List<String> tenants =
                new ArrayList<>(session.path("permissions").path("tenants").propertyNames());
        if (tenants.size() == 1) {
            return tenants.getFirst();
        }
        if (tenants.isEmpty()) {
            rest().get(ApiPath.of("tenants"))
                    .path("items")
                    .forEach(it -> tenants.add(it.path("metadata").path("name").asString("")));
        }
        throw Failure.of(
                ExitCode.USAGE,
                tenants.isEmpty()
                        ? "You have a role in no tenant."
                        : "Which tenant? There are: " + String.join(", ", tenants) + ".",
                "Say it with --tenant NAME, or set WELLFIELD_TENANT.");
    }
}
