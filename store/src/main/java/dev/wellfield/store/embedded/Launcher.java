package dev.wellfield.store.embedded;

import dev.wellfield.store.embedded.EmbeddedPostgresException.Code;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the server of our data directory up: adopts the one that runs, or ends it, clears what is left of it and
 * starts a new one. Used by one thread at a time, the one that has the supervisor's lock.
 */
record Launcher(
        Layout layout,
        Account account,
        ServerCommand command,
        ServerProcesses processes,
        ServerLog log,
        Greeting greeting,
        PostgresSettings settings) {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedPostgres.class);
    private static final int ATTEMPTS = 5;
    private static final Duration STEP = Duration.ofMillis(5);
    /** Between tries while something that we can't see is still on the data. */
    private static final Duration BUSY_STEP = Duration.ofMillis(500);

    /** A server that answers. */
    record Running(ServerProcess process, int port) {}

    /**
     * Returns once the server accepts connections.
     *
     * @param wanted the only port that will do, or any
     * @param cancelled asked often; the start is given up once it is true
     */
    Running bringUp(OptionalInt wanted, BooleanSupplier cancelled) {
        Wait wait = new Wait(Deadline.in(settings.startTimeout()), cancelled);
        String written = "";
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            Optional<Running> adopted = adoptOrEnd(wanted, wait);
            if (adopted.isPresent()) {
                return adopted.get();
            }
            int port = wanted.orElseGet(() -> Ports.free(RandomGenerator.getDefault()));
            switch (launch(port, wait)) {
                case Greeting.Outcome.Answers(Running running) -> {
                    LOG.info(
                            "PostgreSQL started: pid {}, port {}",
                            running.process().pid(),
                            port);
                    return running;
                }
                case Greeting.Outcome.Nothing(String why) -> written = why;
            }
            requireRetryable(written, wanted, wait);
        }
        throw StartFailure.of(layout, "server", written);
    }

    private Optional<Running> adoptOrEnd(OptionalInt wanted, Wait wait) {
        Optional<ServerProcess> found = processes.postmaster();
        if (found.isPresent()) {
            Optional<Running> adopted = adopt(found.get(), wanted, wait);
            if (adopted.isPresent()) {
                return adopted;
            }
            processes.end(found.get(), settings.stopTimeout());
        } else {
            processes.endLeftovers();
        }
        // Nobody is left on the data, so this file says nothing any more; its pid may be somebody else's by now.
        try {
            Files.deleteIfExists(PidFile.in(layout.cluster()));
        } catch (IOException e) {
            throw DiskSpace.explain(layout.home(), e);
        }
        return Optional.empty();
    }

    /** Empty if it has to be replaced: started differently from how we would start it, or silent. */
    private Optional<Running> adopt(ServerProcess process, OptionalInt wanted, Wait wait) {
        int port = PidFile.read(layout.cluster()).map(PidFile::port).orElse(0);
        if (!processes.commandLine(process).equals(command.onPort(wanted.orElse(port)))) {
            LOG.info("PostgreSQL (pid {}) runs with other settings or another version: replaced", process.pid());
            return Optional.empty();
        }
        return switch (greeting.await(process, settings.answerTimeout(), wait)) {
            case Greeting.Outcome.Answers(Running running) -> {
                LOG.info("PostgreSQL was running already: adopted pid {}, port {}", process.pid(), running.port());
                yield Optional.of(running);
            }
            case Greeting.Outcome.Nothing(String why) -> {
                LOG.warn("PostgreSQL (pid {}) was running but did not answer: {}; replaced", process.pid(), why);
                yield Optional.empty();
            }
        };
    }

    private Greeting.Outcome launch(int port, Wait wait) {
        try {
            log.create();
            long before = log.length();
            Process process = Command.clean(new ProcessBuilder(account.command(command.onPort(port))))
                    .directory(layout.cluster().toFile())
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.redirect())
                    .start();
            while (process.isAlive()) {
                Optional<ServerProcess> server = processes.postmaster();
                if (server.isPresent()
                        && greeting.await(server.get(), settings.startTimeout(), wait)
                                instanceof Greeting.Outcome.Answers answers) {
                    return answers;
                }
                wait.step(STEP);
            }
            return new Greeting.Outcome.Nothing(log.since(before));
        } catch (EmbeddedPostgresException e) {
            if (e.code() != Code.TIMEOUT && e.code() != Code.CANCELLED) {
                // It runs but is of no use to us, and nobody else would stop it.
                processes.postmaster().ifPresent(server -> processes.end(server, settings.stopTimeout()));
            }
            throw e;
        } catch (IOException e) {
            throw DiskSpace.explain(layout.home(), e);
        }
    }

    private void requireRetryable(String written, OptionalInt wanted, Wait wait) {
        if (StartFailure.portTaken(written)) {
            if (wanted.isPresent()) {
                throw new EmbeddedPostgresException(
                        Code.PORT_TAKEN,
                        "Port %d on %s, which PostgreSQL needs, is taken by another program. Stop that program, or give another port."
                                .formatted(wanted.getAsInt(), EmbeddedPostgres.HOST));
            }
        } else if (StartFailure.dataBusy(written)) {
            wait.step(BUSY_STEP);
        } else {
            throw StartFailure.of(layout, "server", written);
        }
    }
}
