package dev.wellfield.app;

import dev.wellfield.cli.Cli;
import dev.wellfield.cluster.local.NvidiaCard;
import dev.wellfield.core.serving.Secret;
import dev.wellfield.server.Server;
import dev.wellfield.server.ServerSettings;
import java.io.ByteArrayOutputStream;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What {@code up} says when it is ready: where things are, the token, the cards, and what to try. */
final class Greeting {
    private static final String EXAMPLE = "four-teams.yaml";

    private final ServerSettings settings;
    private final Server server;
    private final String url;
    private final @Nullable String gatewayUrl;
    private final Optional<String> token;
    private final boolean fresh;
    private final StringBuilder text = new StringBuilder();
    private boolean exampleLoaded;

    /**
     * @param token that this user's command line has for the server
     * @param fresh whether this is the installation's first start
     */
    Greeting(
            ServerSettings settings,
            Server server,
            String url,
            @Nullable String gatewayUrl,
            Optional<String> token,
            boolean fresh) {
        this.settings = settings;
        this.server = server;
        this.url = url;
        this.gatewayUrl = gatewayUrl;
        this.token = token;
        this.fresh = fresh;
    }

    String text() {
        return text.toString();
    }

    /** Whether nothing has been started on this data directory before. */
    static boolean newInstallation(ServerSettings settings) {
        return settings.database() == null
                && !Files.exists(settings.dataDirectory().resolve("postgres").resolve("cluster"));
    }

    private static Optional<Console> terminal() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal);
    }

    static boolean canAsk() {
        return terminal().isPresent();
    }

    /** Asks whether to load the example; yes unless told no. */
    static boolean ask() {
        return terminal()
                .map(console -> console.readLine(
                        "Load the example (one server with 8 simulated A100-40GB cards, four teams)? [Y/n] "))
                .filter(answer -> !answer.trim().toLowerCase(Locale.ROOT).startsWith("n"))
                .isPresent();
    }

    void ready(long nanos) {
        line("Wellfield %s is ready (%.1f s)", Server.version(), nanos / 1e9);
        line("");
        line("  Console and REST   %s", url);
        if (gatewayUrl != null) {
            line("  Gateway (OpenAI)   %s/v1", gatewayUrl);
        }
        line("  Data               %s", settings.dataDirectory());
        line(
                "  Tenants            %s",
                server.tenantsIsolated()
                        ? "kept apart: each has a user id and a private folder of its own"
                        : "no isolation between tenants: all local processes run as this user (start as root for it)");
    }

    /** Shows the token that was made by this start, if any. */
    void token(Optional<Secret> made) {
        if (made.isPresent()) {
            line("");
            line("  The operator's token, shown this once (this user's command line keeps it too):");
            line("    %s", made.get().text());
        } else if (token.isEmpty()) {
            line("");
            line(
                    "  Token              this user's command line has none for this installation: `wellfield login` keeps one;");
            line("                     if it is lost, `wellfield up --new-token` makes another");
        }
        line("");
    }

    /** Says what real cards there are; the first start puts them into a pool. */
    void realCards() throws IOException {
        List<NvidiaCard> cards = server.realCards();
        if (cards.isEmpty()) {
            line("  Cards              no real ones here: %s", server.realCardsReason());
            return;
        }
        line("  Cards              %d real ones, %s", cards.size(), server.realCardsReason());
        if (!fresh || token.isEmpty()) {
            return;
        }
        RealCards real = RealCards.of(cards);
        real.leftOut().forEach(reason -> line("                     left out: %s", reason));
        if (!real.usable().isEmpty()) {
            Said applied = apply(real.documents(ThisMachine.read()), token.get());
            applied.lines().forEach(it -> line("                     %s", it));
            line("                     Next they need a tenant with a quota: examples/" + EXAMPLE + " shows how");
        }
    }

    /** Loads the example where it is wanted. */
    void example(boolean asked, boolean empty, boolean foreground) throws IOException {
        boolean offer = fresh && !empty && server.realCards().isEmpty();
        if (asked || (offer && foreground && canAsk() && ask())) {
            load();
        } else if (offer) {
            line("                     To try it with 8 simulated ones: wellfield apply -f examples/" + EXAMPLE);
        }
    }

    private void load() throws IOException {
        if (token.isEmpty()) {
            line(
                    "  Example            not loaded: this user has no token for this server; sign in with `wellfield login`");
            return;
        }
        try (InputStream example = Greeting.class.getResourceAsStream("/examples/" + EXAMPLE)) {
            if (example == null) {
                throw new IllegalStateException("the example is missing from the jar");
            }
            Said applied = apply(new String(example.readAllBytes(), StandardCharsets.UTF_8), token.get());
            exampleLoaded = applied.done();
            line(
                    "  Example            %s",
                    exampleLoaded ? "one server with 8 simulated A100-40GB cards, four teams" : "could not be loaded:");
            applied.lines().stream()
                    .filter(it -> !exampleLoaded || it.contains("sk-wf-") || it.contains("shown once"))
                    .forEach(it -> line("    %s", it));
        }
    }

    /** One whom a first workload can be submitted for. */
    private Optional<String> aTenant() {
        if (exampleLoaded) {
            return Optional.of("training");
        }
        if (token.isEmpty()) {
            return Optional.empty();
        }
        Said tenants = say("get", "tenants", "-o", "name", "--server", url, "--token", token.get());
        return tenants.done() ? tenants.lines().stream().findFirst() : Optional.empty();
    }

    /** What the command line said. */
    private record Said(boolean done, List<String> lines) {}

    private static Said say(String... arguments) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
        int status = Cli.run(arguments, out, out);
        return new Said(
                status == 0, said.toString(StandardCharsets.UTF_8).lines().toList());
    }

    private Said apply(String documents, String by) throws IOException {
        Path file = Files.createTempFile("wellfield-", ".yaml");
        try {
            Files.writeString(file, documents);
            return say("apply", "-f", file.toString(), "--server", url, "--token", by);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    void next() throws IOException {
        line("");
        line("  Try next:");
        line("    wellfield get cards");
        Optional<String> tenant = aTenant();
        if (tenant.isPresent()) {
            line(
                    "    wellfield submit hello --tenant %s --cards 1 --follow -- sh -c 'env | grep -E \"CUDA|WELLFIELD\" | sort'",
                    tenant.get());
            line("    wellfield why %s/hello", tenant.get());
        } else {
            line("    wellfield apply -f examples/%s", EXAMPLE);
            line("    wellfield doctor");
        }
        String home = System.getenv("WELLFIELD_HOME");
        if (home != null && !onPath(home)) {
            line("");
            line("  To call it `wellfield` from anywhere:  ln -s %s/wellfield /usr/local/bin/wellfield", home);
        }
        line("  To stop it:  wellfield down%s", dataFlag());
        line("");
    }

    private String dataFlag() {
        return settings.dataDirectory().equals(Bootstrap.defaultData()) ? "" : " --data " + settings.dataDirectory();
    }

    private static boolean onPath(String home) {
        String path = System.getenv("PATH");
        if (path == null) {
            return false;
        }
        for (String folder : path.split(":")) {
            try {
                Path candidate = Path.of(folder, "wellfield");
                if (Files.exists(candidate)
                        && candidate
                                .toRealPath()
                                .equals(Path.of(home, "wellfield").toRealPath())) {
                    return true;
                }
            } catch (IOException e) {
                // What can't be looked at isn't it.
            }
        }
        return false;
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation is Error Prone's own, and so a dependency
    private void line(String format, Object... values) {
        text.append(values.length == 0 ? format : String.format(Locale.ROOT, format, values))
                .append('\n');
    }
}
