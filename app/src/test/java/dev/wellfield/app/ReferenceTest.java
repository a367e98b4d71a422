package dev.wellfield.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.app.reference.CliPage;
import dev.wellfield.app.reference.ConfigurationPage;
import dev.wellfield.app.reference.EventsPage;
import dev.wellfield.app.reference.MetricsPage;
import dev.wellfield.app.reference.ResourcesPage;
import dev.wellfield.app.reference.RestPage;
import dev.wellfield.cli.Cli;
import dev.wellfield.cli.show.Terminal;
import dev.wellfield.core.scheduling.WorkloadState;
import dev.wellfield.server.Server;
import dev.wellfield.server.ServerSettings;
import dev.wellfield.server.ServerSettings.Role;
import dev.wellfield.simulator.EngineSimulatorCommand;
import dev.wellfield.store.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages of docs/reference say what the program says; {@code scripts/reference} writes them anew. */
class ReferenceTest {
    private static final Path FOLDER = Path.of("../docs/reference");

    @TempDir
    private static Path data;

    @Test
    void the_command_line_is_as_the_commands_help_says() throws IOException {
        check(
                "cli.md",
                CliPage.of(
                        Cli.whole(Terminal.of(System.out, System.err)),
                        Map.of("up", Up.command(), "down", Down.command(), "serve", Serve.command()),
                        Map.of("engine-simulator", simulatorHelp())));
    }

    @Test
    void every_operation_and_error_code_of_rest_is_there() throws IOException {
        check("rest.md", RestPage.of());
    }

    @Test
    void every_kind_has_its_fields() throws IOException {
        check("resources.md", ResourcesPage.of());
    }

    @Test
    void every_flag_variable_and_key_is_there() throws IOException {
        check("configuration.md", ConfigurationPage.of(Bootstrap.KEYS, Serve.command()));
    }

    @Test
    void every_type_of_event_is_there() throws IOException {
        check(
                "events.md",
                EventsPage.of(
                        Arrays.stream(Kind.values()).map(Kind::aggregate).toList(),
                        Arrays.stream(WorkloadState.Phase.values())
                                .map(Enum::name)
                                .toList()));
    }

    @Test
    void every_metric_of_a_server_with_a_gateway_is_there() throws Exception {
        check("metrics.md", MetricsPage.of(metrics()));
    }

    private static void check(String name, String made) throws IOException {
        Path page = FOLDER.resolve(name);
        if (Boolean.getBoolean("wellfield.reference.write")) {
            Files.createDirectories(FOLDER);
            Files.writeString(page, made);
        }
        assertThat(page).exists();
        assertThat(Files.readString(page))
                .as("docs/reference/" + name + " is out of date: run scripts/reference and look at the difference")
                .isEqualTo(made);
    }

    private static String simulatorHelp() {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream before = System.out;
        System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            EngineSimulatorCommand.run(new String[] {"--help"});
        } finally {
            System.setOut(before);
        }
        return said.toString(StandardCharsets.UTF_8);
    }

    private static String metrics() throws Exception {
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx--x--x"));
        try (Server server = Server.start(new ServerSettings(
                data.resolve("data"),
                "127.0.0.1",
                0,
                0,
                EnumSet.allOf(Role.class),
                List.of(),
                List.of(),
                Duration.ofDays(14),
                null))) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(server.url().orElseThrow() + "/metrics"))
                    .header(
                            "Authorization",
                            "Bearer " + server.firstToken().orElseThrow().text())
                    .build();
            return HttpClient.newHttpClient()
                    .send(request, BodyHandlers.ofString())
                    .body();
        }
    }
}
