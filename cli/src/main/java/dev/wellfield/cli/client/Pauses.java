package dev.wellfield.cli.client;

import java.time.Duration;

/** Waiting between two looks at the server. */
public final class Pauses {
    private Pauses() {}

    public static void sleep(Duration pause) {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Failure.of(ExitCode.FAILED, "Interrupted.");
        }
    }
}
