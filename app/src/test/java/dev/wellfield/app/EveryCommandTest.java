package dev.wellfield.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.wellfield.cli.Cli;
import dev.wellfield.cli.show.Terminal;
import dev.wellfield.server.Server;
import dev.wellfield.server.ServerSettings;
import dev.wellfield.server.ServerSettings.Role;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Every command that shows something in every form that there is, against the whole server; none can be forgotten. */
class EveryCommandTest {
    private static final Set<String> LISTS = Set.of("table", "wide", "json", "yaml", "csv", "name");
    private static final Set<String> DOCUMENTS = Set.of("table", "wide", "json", "yaml");

    @TempDir
    private static Path folder;

    private static Server server;
    private static Map<String, String> environment;

    record Call(int exitCode, String out, String err) {}

    /** What is typed, and the forms in which it can be shown. */
    record Reading(String command, Set<String> forms) {}

    @BeforeAll
    static void the_example_and_a_workload() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        server = Server.start(new ServerSettings(
                folder.resolve("data"),
                "127.0.0.1",
                0,
                0,
                EnumSet.allOf(Role.class),
                List.of(),
                List.of(),
                Duration.ofDays(14),
                null));
        environment = Map.of(
                "WELLFIELD_CONFIG", folder.resolve("config.yaml").toString(),
                "WELLFIELD_SERVER", server.url().orElseThrow(),
                "WELLFIELD_TOKEN", server.firstToken().orElseThrow().text());
        assertThat(call("context add here --server " + server.url().orElseThrow())
                        .exitCode())
                .isZero();
        assertThat(call("apply -f ../examples/four-teams.yaml").exitCode()).isZero();
        Files.writeString(folder.resolve("hook.yaml"), """
                apiVersion: wellfield.dev/v1
                kind: Webhook
                metadata: {name: hook}
                spec: {url: "http://127.0.0.1:9/", events: [alerts], active: false}
                """);
        assertThat(call("apply -f " + folder.resolve("hook.yaml")).exitCode()).isZero();
        assertThat(call("submit walk --tenant training --type BATCH --cards 1 -- sleep 600")
                        .exitCode())
                .isZero();
        assertThat(call("keys create app --tenant data").exitCode()).isZero();
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() ->
                        assertThat(call("get workload training/walk").out()).contains("RUNNING"));
    }

    @AfterAll
    static void stop() {
        call("cancel training/walk --wait");
        server.close();
    }

    private static Call call(String line) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exitCode = Cli.run(
                line.split(" "),
                new Terminal(
                        new ByteArrayInputStream(new byte[0]),
                        new PrintStream(out, false, StandardCharsets.UTF_8),
                        new PrintStream(err, false, StandardCharsets.UTF_8),
                        environment,
                        InstantSource.system(),
                        false,
                        false));
        return new Call(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Each command that shows something, by its words. */
    private static Map<String, List<Reading>> readings() {
        Map<String, List<Reading>> all = new TreeMap<>();
        all.put("get", kinds().map(it -> new Reading("get " + it, LISTS)).toList());
        all.put(
                "describe",
                List.of(
                        new Reading("describe training/walk", DOCUMENTS),
                        new Reading("describe pool a100", DOCUMENTS),
                        new Reading("describe node server-1", DOCUMENTS),
                        new Reading("describe card server-1/0", DOCUMENTS),
                        new Reading("describe card-model A100-40GB", DOCUMENTS),
                        new Reading("describe tenant training", DOCUMENTS),
                        new Reading("describe quota training/a100", DOCUMENTS),
                        new Reading("describe plan spot", DOCUMENTS),
                        new Reading("describe prices list-2026", DOCUMENTS),
                        new Reading("describe model qwen2.5-7b-instruct", DOCUMENTS),
                        new Reading("describe key data/app", DOCUMENTS),
                        new Reading("describe principal operator", DOCUMENTS),
                        new Reading("describe webhook hook", DOCUMENTS)));
        all.put("why", List.of(new Reading("why training/walk", DOCUMENTS)));
        all.put("events", List.of(new Reading("events", LISTS), new Reading("events training/walk", LISTS)));
        all.put("alerts", List.of(new Reading("alerts --all", LISTS)));
        all.put(
                "top",
                List.of(
                        new Reading("top cards", LISTS),
                        new Reading("top tenants", LISTS),
                        new Reading("top engines", LISTS)));
        all.put(
                "usage",
                List.of(
                        new Reading("usage cards", LISTS),
                        new Reading("usage tokens", LISTS),
                        new Reading("usage tokens --by day --group key", LISTS),
                        new Reading("usage cards --by hour --group workload", LISTS)));
        all.put(
                "invoice preview",
                List.of(
                        new Reading("invoice preview --tenant training", LISTS),
                        new Reading("invoice preview --all-tenants", LISTS)));
        all.put("invoice list", List.of(new Reading("invoice list --tenant training", LISTS)));
        all.put("invoice trace", List.of(new Reading("invoice trace LINE", DOCUMENTS)));
        all.put("users", List.of(new Reading("users", LISTS), new Reading("users --tenant training", LISTS)));
        all.put("invitations list", List.of(new Reading("invitations list", LISTS)));
        all.put("quota", List.of(new Reading("quota", LISTS)));
        all.put("quota get", List.of(new Reading("quota get --tenant training --pool a100", LISTS)));
        all.put("keys list", List.of(new Reading("keys list --tenant data", LISTS)));
        all.put("token list", List.of(new Reading("token list", LISTS)));
        all.put("context list", List.of(new Reading("context list", LISTS)));
        all.put("context show", List.of(new Reading("context show", DOCUMENTS)));
        all.put("whoami", List.of(new Reading("whoami", DOCUMENTS)));
        all.put("doctor", List.of(new Reading("doctor", Set.of("table", "wide", "json", "yaml", "csv"))));
        return all;
    }

    /** Commands that change something, or whose answer is no table: they say in a sentence what they did. */
    private static final Set<String> DOING = new TreeSet<>(Set.of(
            "apply",
            "submit",
            "edit",
            "delete",
            "logs",
            "cancel",
            "alerts ack",
            "quota set",
            "keys create",
            "keys revoke",
            "token create",
            "token revoke",
            "login",
            "passwd",
            "users invite",
            "users disable",
            "users enable",
            "users roles",
            "users reset-password",
            "invitations revoke",
            "context add",
            "context delete",
            "context use",
            "completion"));

    private static Stream<String> kinds() {
        return Stream.of(
                "pools",
                "nodes",
                "cards",
                "card-models",
                "tenants",
                "quotas",
                "plans",
                "prices",
                "subscriptions",
                "workloads",
                "models",
                "endpoints",
                "keys",
                "principals",
                "users",
                "invitations",
                "tokens",
                "alerts",
                "webhooks");
    }

    @Test
    void no_command_is_missing_here() {
        Set<String> known = new TreeSet<>(DOING);
        known.addAll(readings().keySet());
        Set<String> there = new TreeSet<>();
        collect(Cli.whole(Terminal.of(System.out, System.err)), "", there);
        there.removeAll(Set.of("up", "down", "serve", "backup", "restore", "engine-simulator", "quota describe"));

        assertThat(known).isEqualTo(there);
    }

    @Test
    void no_kind_is_missing_here() {
        assertThat(call("get").out().lines()).containsExactlyElementsOf(kinds().toList());
    }

    /** Those that can be called themselves. */
    private static void collect(CommandLine command, String before, Set<String> into) {
        command.getSubcommands().forEach((name, each) -> {
            String words = before.isEmpty() ? name : before + " " + name;
            if (each.getSubcommands().isEmpty() || each.getCommand() instanceof Callable) {
                into.add(words);
            }
            collect(each, words, into);
        });
    }

    static Stream<Reading> everything() {
        return readings().values().stream().flatMap(List::stream);
    }

    @ParameterizedTest
    @MethodSource("everything")
    void it_is_shown_in_every_form_or_says_which_there_are(Reading reading) {
        String command =
                reading.command().endsWith("LINE") ? reading.command().replace("LINE", line()) : reading.command();
        for (String form : LISTS) {
            Call call = call(command + " -o " + form);
            String what = command + " -o " + form + ": " + call;
            if (!reading.forms().contains(form)) {
                assertThat(call.exitCode()).as(what).isEqualTo(2);
                assertThat(call.err()).as(what).contains("expected one of table, wide, json, yaml");
                assertThat(call.out()).as(what).isEmpty();
                continue;
            }
            // A line that has just begun may not be proved yet, which is an exit code of its own.
            assertThat(call.exitCode()).as(what).isIn(0, reading.command().startsWith("invoice trace") ? 1 : 0);
            switch (form) {
                case "json" -> {
                    if (reading.command().startsWith("events")) {
                        call.out().lines().forEach(JsonMapper.shared()::readTree);
                    } else {
                        JsonMapper.shared().readTree(call.out());
                    }
                }
                case "yaml" -> new YAMLMapper().readTree(call.out());
                case "csv" -> {
                    assertThat(call.out().lines().findFirst().orElse(""))
                            .as(what)
                            .matches("[A-Za-z,]+");
                    Call bare = call(command + " -o csv --no-headers");
                    assertThat(bare.out().lines().count())
                            .as(what)
                            .isEqualTo(call.out().lines().count() - 1);
                }
                case "name" -> assertThat(call.out()).as(what).doesNotContain("  ");
                default -> assertThat(call.out() + call.err()).as(what).isNotBlank();
            }
        }
    }

    private static String line() {
        return call("invoice preview --tenant training -o name")
                .out()
                .lines()
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_table_without_headings_has_one_line_less() {
        List<String> with = call("get cards").out().lines().collect(Collectors.toCollection(ArrayList::new));

        assertThat(call("get cards --no-headers").out().lines())
                .containsExactlyElementsOf(with.subList(1, with.size()));
    }
}
