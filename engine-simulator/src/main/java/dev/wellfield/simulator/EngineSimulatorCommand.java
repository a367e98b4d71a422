package dev.wellfield.simulator;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** The engine simulator as a process: started as an ordinary workload, ended by SIGTERM. */
public final class EngineSimulatorCommand {

    private EngineSimulatorCommand() {}

    /**
     * Serves until the process is told to end, then exits 0 as vLLM does. Returns only when it doesn't come to that: 0
     * after --help, 2 for a bad option, 1 if it can't listen.
     */
    public static int run(String[] args) {
        return run(List.of(args), System.getenv(), System.out, System.err);
    }

    static int run(List<String> args, Map<String, String> environment, PrintStream out, PrintStream err) {
        if (args.contains("--help")) {
            out.print(SimulatorOptions.USAGE);
            return 0;
        }
        EngineSimulator engine;
        SimulatorOptions options;
        try {
            options = SimulatorOptions.parse(args, environment);
            engine = new EngineSimulator(options).start();
        } catch (IllegalArgumentException e) {
            err.println("engine-simulator: " + e.getMessage());
            return 2;
        } catch (IllegalStateException e) {
            err.println("engine-simulator: " + e.getMessage());
            return 1;
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(engine, out), "engine-simulator-stop"));
        out.printf(
                "engine simulator (simulated, computes nothing) serves %s on %s%n", options.models(), engine.baseUrl());
        out.flush();
        return sleep();
    }

    private static void end(EngineSimulator engine, PrintStream out) {
        out.println("engine simulator stops");
        out.flush();
        engine.stop();
        // Without this the JVM would report the signal, 143, for an orderly end.
        Runtime.getRuntime().halt(0);
    }

    private static int sleep() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return 0;
    }
}
