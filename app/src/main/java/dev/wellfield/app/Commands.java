package dev.wellfield.app;

import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** What the commands of this package have in common. */
final class Commands {
    private Commands() {}

    /** A command whose failures are one plain sentence; the stack trace goes to the log. */
    static CommandLine of(Object command) {
        return new CommandLine(command).setExecutionExceptionHandler((e, line, result) -> {
            line.getErr().println("wellfield: " + sentence(e));
            LoggerFactory.getLogger(command.getClass()).debug("failed", e);
            return 1;
        });
    }

    private static String sentence(Throwable e) {
        String message = e.getMessage();
        return message == null || message.isBlank() ? e.toString() : message;
    }

    /** Bad settings are a matter of usage: exit status 2. */
    static <T> T usage(@Nullable CommandSpec spec, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException e) {
            if (spec == null) {
                throw e;
            }
            throw Bootstrap.usage(spec.commandLine(), e);
        }
    }

    /** Closes {@code parts} in this order on SIGTERM and SIGINT, and waits for that before the process ends; a second one doesn't. */
    static CountDownLatch onSignal(AutoCloseable... parts) {
        CountDownLatch end = new CountDownLatch(1);
        Signals.install();
        Runtime.getRuntime()
                .addShutdownHook(Thread.ofPlatform().name("shutdown").unstarted(() -> {
                    for (AutoCloseable part : parts) {
                        close(part);
                    }
                    end.countDown();
                }));
        return end;
    }

    /** The logger is made only now: `up` says first where logs go. */
    private static void close(AutoCloseable part) {
        Logger log = LoggerFactory.getLogger(Commands.class);
        try (part) {
            log.debug("closing {}", part);
        } catch (Exception e) {
            log.warn("a part could not be closed", e);
        }
    }
}
