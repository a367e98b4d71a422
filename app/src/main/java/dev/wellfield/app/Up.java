package dev.wellfield.app;

import dev.wellfield.cli.Contexts;
import dev.wellfield.core.serving.Secret;
import dev.wellfield.server.Server;
import dev.wellfield.server.ServerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code wellfield up}: everything on one machine, for people: says where it is and what to do next. */
@Command(
        name = "wellfield up",
        mixinStandardHelpOptions = true,
        description = {
            "Starts Wellfield on this machine, with an embedded database.",
            "Without real cards it offers the example: one server with 8 simulated A100-40GB cards and four teams."
        })
final class Up implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final Bootstrap bootstrap = new Bootstrap();

    @Option(names = "--example", description = "Load the example without asking.")
    private boolean example;

    @Option(names = "--empty", description = "Don't load or offer anything.")
    private boolean empty;

    @Option(names = "--detach", description = "Return once it is ready; it goes on in the background.")
    private boolean detach;

    @Option(
            names = "--new-token",
            description = "Make another token for the operator, shown this once: for when the first is lost.")
    private boolean newToken;

    @Option(names = "--ready-file", hidden = true, description = "Where a detached process leaves its greeting.")
    private @Nullable Path readyFile;

    static CommandLine command() {
        return Commands.of(new Up());
    }

    @Override
    public Integer call() throws Exception {
        ServerSettings settings = Commands.usage(spec, () -> {
            if (example && empty) {
                throw new IllegalArgumentException("--example and --empty contradict each other; give one of them");
            }
            return bootstrap.settings(null);
        });
        if (detach) {
            boolean ask = !example && !empty && Greeting.newInstallation(settings) && Greeting.canAsk();
            boolean load = example || (ask && Greeting.ask());
            List<String> flags = new ArrayList<>();
            if (load) {
                flags.add("--example");
            } else if (ask || empty) {
                flags.add("--empty");
            }
            if (newToken) {
                flags.add("--new-token");
            }
            return Detached.start(settings, flags);
        }
        return run(settings);
    }

    private int run(ServerSettings settings) throws Exception {
        long begin = System.nanoTime();
        logTo(settings.dataDirectory());
        try (Server server = Server.start(settings)) {
            CountDownLatch end = Commands.onSignal(() -> RunFile.delete(settings.dataDirectory()), server);
            String url = server.url().orElseThrow();
            String gatewayUrl = server.gatewayPort()
                    .map(port -> "http://" + settings.host() + ":" + port)
                    .orElse(null);
            RunFile.current(url, gatewayUrl).write(settings.dataDirectory());
            boolean first = server.firstToken().isPresent();
            Optional<Secret> made = first || !newToken ? server.firstToken() : Optional.of(server.newOperatorToken());
            Optional<String> token = remember(settings, url, made);
            Greeting greeting = new Greeting(settings, server, url, gatewayUrl, token, first);
            greeting.ready(System.nanoTime() - begin);
            greeting.token(made);
            if (!empty) {
                greeting.realCards();
            }
            greeting.example(example, empty, readyFile == null);
            greeting.next();
            say(greeting.text());
            end.await();
        }
        return 0;
    }

    /** The file must be known before the first logger is. */
    private static void logTo(Path data) throws IOException {
        Path folder = data.resolve("log");
        Files.createDirectories(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        System.setProperty("wellfield.log.file", folder.resolve("server.log").toString());
        System.setProperty("logback.configurationFile", "logback-file.xml");
    }

    /** Keeps the operator's token for this user's command line; returns the one that is known, new or old. */
    private static Optional<String> remember(ServerSettings settings, String url, Optional<Secret> made)
            throws IOException {
        Contexts contexts = Contexts.load(System.getenv());
        String name = contextName(settings.dataDirectory());
        if (made.isPresent()) {
            contexts.put(name, url, made.get().text());
        } else if (contexts.find(name).isPresent()) {
            contexts.updateUrl(name, url);
        }
        Optional<Contexts.Entry> entry = contexts.find(name);
        if (entry.isPresent()) {
            contexts.use(name);
        }
        return entry.map(Contexts.Entry::token);
    }

    private static String contextName(Path data) {
        return data.equals(Bootstrap.defaultData()) ? "local" : data.toString();
    }

    private void say(String text) throws IOException {
        if (readyFile == null) {
            System.out.print(text);
            System.out.flush();
        } else {
            Path draft = readyFile.resolveSibling(readyFile.getFileName() + ".tmp");
            Files.writeString(draft, text);
            Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-------"));
            Files.move(draft, readyFile);
        }
    }
}
