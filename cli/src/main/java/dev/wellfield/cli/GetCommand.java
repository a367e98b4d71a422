package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.Violation;
import dev.wellfield.cli.show.Format;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Lists things of one kind, or shows one of them. */
@Command(
        name = "get",
        header = "List things of one kind, or show one of them.",
        footer = {
            "",
            "Kinds: pools, nodes, cards, card-models, tenants, quotas, plans, prices, workloads (wl),",
            "models, endpoints, keys, principals, tokens",
            "",
            "Examples:",
            "  wellfield get cards",
            "  wellfield get workloads --tenant training --phase QUEUED,RUNNING",
            "  wellfield get wl training/ft-1 -o yaml",
            "  wellfield get quotas -o csv"
        })
final class GetCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "KIND", description = "What to list.")
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
    FormatOption output = new FormatOption();

    private final Connection connection;

    GetCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        Kind kind = Kinds.find(word).orElseThrow(this::unknownKind);
        Format format = output.format();
        checkFilters(kind);
        Listing listing = new Listing(kind, connection.terminal());
        if (name != null) {
            listing.print(one(kind, name), format);
        } else {
            listing.print(new Lists(connection).all(filtered(kind), tenant), format);
        }
        return ExitCode.OK.code();
    }

    private Failure unknownKind() {
        List<String> known = Kinds.WORDS;
        String near = Unknown.nearest(word, known)
                .map(it -> ". Did you mean " + it + "?")
                .orElse("");
        return Failure.usage(List.of(new Violation("KIND", word, "one of " + String.join(", ", known) + near)));
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
        return new Kind(
                kind.word(), new Kind.Scope.Everywhere(filtered, pages), kind.path(), kind.columns(), kind.fields());
    }

    private JsonNode one(Kind kind, String wanted) {
        if (kind.word().equals("workloads")) {
            WorkloadName workload = WorkloadName.of(wanted, tenant, connection);
            return connection.rest().get(workload.path());
        }
        String path = kind.scope() instanceof Kind.Scope.EachTenant && !wanted.contains("/")
                ? connection.tenant(tenant) + "/" + wanted
                : wanted;
        String owner = kind.scope() instanceof Kind.Scope.EachTenant ? path.substring(0, path.indexOf('/')) : tenant;
        List<JsonNode> items = new Lists(connection).all(kind, owner);
        Optional<JsonNode> found =
                items.stream().filter(it -> kind.path().apply(it).equals(path)).findFirst();
        return found.orElseThrow(() -> Failure.of(
                ExitCode.NOT_FOUND,
                "There is no \"" + path + "\" among the " + kind.word() + " that you may see.",
                "`wellfield get " + kind.word() + "` shows them."));
    }
}
