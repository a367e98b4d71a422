package dev.wellfield.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.cli.show.Terminal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class WordsTest {
    private static Call call(String... args) {
        return Call.with(Map.of(), "", args);
    }

    @Test
    void help_names_every_command_and_those_of_this_machine() {
        Call help = call("--help");

        assertThat(help.exitCode()).isZero();
        assertThat(help.err()).isEmpty();
        assertThat(help.out())
                .contains("apply", "submit", "invoice", "completion", "up  ", "down  ", "Exit codes: 0 done")
                .doesNotContain("%n", "@|", "$$");
        assertThat(call().out()).isEqualTo(help.out());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "apply",
                "submit",
                "get",
                "describe",
                "edit",
                "delete",
                "why",
                "logs",
                "cancel",
                "events",
                "alerts",
                "alerts ack",
                "top",
                "usage",
                "invoice preview",
                "invoice trace",
                "quota get",
                "quota set",
                "keys create",
                "keys list",
                "keys revoke",
                "token create",
                "token list",
                "token revoke",
                "users",
                "users invite",
                "users roles",
                "users disable",
                "users enable",
                "users reset-password",
                "invitations list",
                "invitations revoke",
                "login",
                "passwd",
                "context list",
                "context add",
                "context delete",
                "quota",
                "context use",
                "context show",
                "whoami",
                "doctor",
                "completion"
            })
    void every_command_has_help_with_an_example(String command) {
        Call help = call((command + " --help").split(" "));

        assertThat(help.exitCode()).isZero();
        assertThat(help.err()).isEmpty();
        assertThat(help.out())
                .contains("Usage: wellfield " + command.split(" ")[0])
                .containsPattern("Examples?:\n  .*wellfield")
                .contains("--server")
                .doesNotContain("%n", "%%", "$$");
        assertThat(call(("help " + command).split(" ")).out()).isEqualTo(help.out());
    }

    @Test
    void every_command_and_subcommand_has_an_example_and_what_it_is_in_its_help() {
        CommandLine whole = Cli.whole(Terminal.of(System.out, System.err));
        List<CommandLine> all = new ArrayList<>();
        collect(whole, all);

        assertThat(all).hasSizeGreaterThan(30);
        for (CommandLine each : all) {
            CommandSpec spec = each.getCommandSpec();
            assertThat(spec.usageMessage().header()).as(spec.qualifiedName()).isNotEmpty();
            if (spec.userObject() != null && !Words.OF_THIS_MACHINE.containsKey(spec.name())) {
                assertThat(String.join("\n", spec.usageMessage().footer()))
                        .as(spec.qualifiedName())
                        .containsPattern("Examples?:")
                        .contains("wellfield ");
            }
        }
    }

    private static void collect(CommandLine command, List<CommandLine> into) {
        into.add(command);
        command.getSubcommands().values().forEach(it -> collect(it, into));
    }

    @Test
    void a_misspelt_command_is_2_and_the_nearest_is_named() {
        Call call = call("gett", "cards");

        assertThat(call).isEqualTo(new Call(2, "", """
                wellfield: There is no command "gett". Did you mean "get"?
                `wellfield --help` shows them all.
                """));
    }

    @Test
    void a_misspelt_option_is_2_without_a_page_of_help() {
        Call call = call("get", "cards", "--otput", "json");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err())
                .startsWith("wellfield: Unknown option")
                .contains("`wellfield get --help`")
                .hasLineCount(2);
    }

    @Test
    void a_group_without_a_command_is_2() {
        Call call = call("invoice");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).contains("Missing required subcommand").contains("`wellfield invoice --help`");
    }

    @Test
    void the_version_is_the_builds() {
        assertThat(call("--version").out()).matches("wellfield [0-9]+\\.[0-9]+\\.[0-9]+.*\n");
    }
}
