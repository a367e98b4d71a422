package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.show.Format;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists things of one kind, or shows one of them. */
@Command(
        name = "get",
        header = "List things of one kind, or show one of them.",
        footer = {
            "",
            "Kinds: pools, nodes, cards, card-models, tenants, quotas, plans, prices, subscriptions,",
            "workloads (wl), models, endpoints, keys, principals, tokens, alerts, webhooks",
            "",
            "Examples:",
            "  wellfield get cards",
            "  wellfield get workloads --tenant training --phase QUEUED,RUNNING",
            "  wellfield get wl training/ft-1 -o yaml",
            "  wellfield get workloads --watch                 again every two seconds, until Ctrl-C",
            "  wellfield get quotas -o csv --no-headers"
        })
final class GetCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "KIND",
            description = "What to list; without it the kinds are listed.")
    String word = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "NAME", description = "One of them, e.g. training/ft-1.")
    @Nullable
    String name;

    @Option(names = "--tenant", paramLabel = "T", description = "Of this tenant alone.")
    @Nullable
    String tenant;

    @Option(
            names = "--phase",
            split = ",",
            paramLabel = "PHASE",
            description =
                    "Workloads in these phases: QUEUED, STARTING, RUNNING, STOPPING, SUCCEEDED, FAILED, CANCELLED, REFUSED.")
    List<String> phases = new ArrayList<>();

    @Option(names = "--pool", paramLabel = "P", description = "Cards of this pool.")
    @Nullable
    String pool;

    @Option(names = "--node", paramLabel = "N", description = "Cards of this node.")
    @Nullable
    String node;

    @Mixin
    WatchOption watch = new WatchOption();

    @Mixin
    FormatOption output = new FormatOption();

    private final Connection connection;

    GetCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        if (word.isEmpty()) {
            Kinds.WORDS.forEach(connection.terminal()::line);
            return ExitCode.OK.code();
        }
        Kind kind = Kinds.find(word).orElseThrow(() -> Kinds.unknown(word));
        Format format = output.format(connection.terminal());
        checkFilters(kind);
        Listing listing = new Listing(kind, connection.terminal());
        watch.run(connection.terminal(), () -> {
            if (name != null) {
                listing.print(new Lists(connection).one(kind, name, tenant), format);
            } else {
                listing.print(new Lists(connection).all(filtered(kind), tenant), format);
            }
        });
        return ExitCode.OK.code();
    }

    private void checkFilters(Kind kind) {
        Violations violations = new Violations();
        if (!phases.isEmpty() && !kind.word().equals("workloads")) {
            violations.add("--phase", String.join(",", phases), "no phase where " + kind.word() + " are listed");
        }
        if (!kind.word().equals("cards") && (pool != null || node != null)) {
            violations.add("--pool, --node", null, "neither of them where " + kind.word() + " are listed");
        }
        violations.check();
    }

    private Kind filtered(Kind kind) {
        if (!(kind.scope() instanceof Kind.Scope.Everywhere(ApiPath path, boolean pages))) {
            return kind;
        }
        String wanted = phases.stream().map(it -> it.toUpperCase(Locale.ROOT)).collect(Collectors.joining(","));
        ApiPath filtered = switch (kind.word()) {
            case "workloads" -> path.with("tenant", tenant).with("phase", wanted.isEmpty() ? null : wanted);
            case "cards" -> path.with("pool", pool).with("node", node);
            default -> path;
        };
        return kind.in(new Kind.Scope.Everywhere(filtered, pages));
    }
}
