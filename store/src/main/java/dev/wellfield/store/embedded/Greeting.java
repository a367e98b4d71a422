package dev.wellfield.store.embedded;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Waits until a server that is there lets us in, and sees to it that Wellfield's own database is in it. */
record Greeting(Layout layout, Probe probe) {
    private static final Duration STEP = Duration.ofMillis(5);

    /** What came of it. */
    sealed interface Outcome {
        record Answers(Launcher.Running running) implements Outcome {}

        record Nothing(String why) implements Outcome {}
    }

    /**
     * A server that says it is starting has until the end of {@code wait}; one that says it is ready has {@code
     * patience} to prove it.
     */
    Outcome await(ServerProcess process, Duration patience, Wait wait) {
        @Nullable Deadline proof = null;
        while (process.alive()) {
            Optional<PidFile> file =
                    PidFile.read(layout.cluster()).filter(read -> read.pid() == process.pid() && read.ready());
            if (file.isPresent()) {
                proof = proof == null ? Deadline.in(patience) : proof;
                int port = file.get().port();
                switch (probe.ask(port, proof.left())) {
                    case Probe.Answer.Ready(boolean hasDatabase) -> {
                        return hasDatabase ? answers(process, port) : answersWithDatabase(process, port, patience);
                    }
                    case Probe.Answer.Rejected(String reason) ->
                        throw Password.broken(layout.password(), "doesn't open its data (" + reason + ")", null);
                    case Probe.Answer.NotYet(String reason) -> {
                        if (proof.passed()) {
                            return new Outcome.Nothing(reason);
                        }
                    }
                }
            }
            wait.step(STEP);
        }
        return new Outcome.Nothing("it ended");
    }

    private Outcome answersWithDatabase(ServerProcess process, int port, Duration patience) {
        try {
            probe.createDatabase(port, patience);
            return answers(process, port);
        } catch (SQLException e) {
            throw StartFailure.of(layout, "server", String.valueOf(e.getMessage()));
        }
    }

    private static Outcome answers(ServerProcess process, int port) {
        return new Outcome.Answers(new Launcher.Running(process, port));
    }
}
