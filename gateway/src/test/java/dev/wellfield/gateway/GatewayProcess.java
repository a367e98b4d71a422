package dev.wellfield.gateway;

import dev.wellfield.core.EngineKind;
import dev.wellfield.core.serving.ApiKey;
import dev.wellfield.core.serving.CallKind;
import dev.wellfield.core.serving.Endpoint;
import dev.wellfield.core.serving.GatewayView;
import dev.wellfield.core.serving.InMemoryViews;
import dev.wellfield.core.serving.Limits;
import dev.wellfield.core.serving.LocalAllowances;
import dev.wellfield.core.serving.Model;
import dev.wellfield.core.serving.Secret;
import dev.wellfield.core.serving.UsageSink;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A gateway in a process of its own, to be killed. Its sink is always away, so that all it knows is in its journal. */
final class GatewayProcess implements AutoCloseable {
    static final Secret KEY = new Secret("sk-wf-process-0123456789");

    private final Process process;
    private final int port;

    private GatewayProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Runs in the other process. */
    public static void main(String[] args) throws IOException, InterruptedException {
        UUID model = House.MODEL_ID;
        ApiKey key = new ApiKey(
                new UUID(1, 1), House.TENANT, "process", KEY.prefix(), KEY.hash(), null, null, Limits.NONE, null);
        Endpoint endpoint = new Endpoint(
                new UUID(2, 2),
                "platform",
                "engine",
                model,
                URI.create(args[1]),
                EngineKind.SIMULATOR,
                true,
                256,
                null);
        InMemoryViews views = new InMemoryViews();
        views.set(new GatewayView(
                1,
                Map.of(key.hash(), key),
                List.of(new Model(model, "platform", House.MODEL, 8_192, null, true, CallKind.GENERATING)),
                List.of(endpoint),
                Map.of()));
        UsageSink away = records -> {
            throw new IllegalStateException("away");
        };
        Gateway gateway = Gateway.start(
                GatewaySettings.of(Path.of(args[0])), views, away, new LocalAllowances(), InstantSource.system());
        System.out.println("port " + gateway.port());
        Thread.sleep(Long.MAX_VALUE);
    }

    static GatewayProcess start(Path data, String engine) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-cp",
                        System.getProperty("java.class.path"),
                        GatewayProcess.class.getName(),
                        data.toString(),
                        engine)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith("port ")) {
                return new GatewayProcess(process, Integer.parseInt(line.substring(5)));
            }
        }
        throw new IOException("the gateway's process ended");
    }

    Caller caller() throws IOException {
        return new Caller(port);
    }

    /** As by kill -9. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
