package dev.wellfield.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever text a tenant passes arrives as it is, through whichever shell the machine has. */
@ParameterizedClass
@MethodSource("shells")
class OddCommandsTest {

    private final Machine machine;

    OddCommandsTest(List<String> shell) {
        this.machine = Machine.open(shell);
    }

    static Stream<List<String>> shells() {
        return Stream.of(Shim.SYSTEM_SHELL, List.of("/bin/bash", "--posix"))
                .filter(shell -> Files.isExecutable(Path.of(shell.getFirst())));
    }

    @AfterEach
    void close() {
        machine.close();
    }

    @Test
    void arguments_arrive_as_they_are() {
        List<String> arguments = List.of(
                "",
                "'",
                "''",
                "\"",
                "\\",
                "\\n",
                "\n",
                "a\nb\n",
                "$HOME",
                "`id`",
                "$(id)",
                "*",
                "~",
                "!",
                "-n",
                "--",
                " lead and trail ",
                "\t",
                "#",
                ";",
                "&& false",
                "井田 Äß 😀",
                "\u0001\u007f\u0081\u0088",
                "a=b",
                "%s%n",
                "");

        assertThat(echoed(arguments)).isEqualTo(arguments);
    }

    @Test
    void arguments_of_random_characters_arrive_as_they_are() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<String> arguments = IntStream.range(0, 300)
                .mapToObj(i -> random.ints(random.nextInt(20), 1, random.nextBoolean() ? 0x100 : 0x11000)
                        .filter(character -> !Character.isSurrogate((char) character) || character > 0xFFFF)
                        .mapToObj(Character::toString)
                        .collect(Collectors.joining()))
                .toList();

        assertThat(echoed(arguments)).as("seed %d", seed).isEqualTo(arguments);
    }

    @Test
    void a_variable_of_odd_text_arrives_as_it_is() {
        String odd = "\u0081'\n\"$x`\\ 井 \u0001";
        String id = machine.start(LaunchSpec.of(Machine.id(), "ours", 1, List.of("printenv", "ODD"))
                .withEnvironment(Map.of("ODD", odd)));

        machine.exited(id);

        assertThat(machine.output(id)).isEqualTo(odd + "\n");
    }

    @Test
    void the_longest_argument_arrives() {
        String longest = "x".repeat(128 * 1024 - 1);

        assertThat(echoed(List.of(longest))).containsExactly(longest);
    }

    @Test
    void a_program_in_a_folder_with_an_odd_name_is_found() throws Exception {
        Path folder = Files.createDirectories(machine.data.resolve("tenants/ours/it's a $odd\nfolder"));
        Path program = Files.writeString(folder.resolve("say it"), "#!/bin/sh\necho said \"$1\" in \"$PWD\"\n");
        program.toFile().setExecutable(true, false);
        TenantFolders.mode(folder, "rwxr-xr-x");
        String id = machine.start(LaunchSpec.of(Machine.id(), "ours", 1, List.of("./say it", "well"))
                .withWorkingDirectory(folder));

        assertThat(machine.exited(id).code()).isZero();
        assertThat(machine.output(id)).isEqualTo("said well in " + folder + "\n");
    }

    private List<String> echoed(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of("printf", "%s\\0"));
        command.addAll(arguments);
        String id = machine.start(LaunchSpec.of(Machine.id(), "ours", 1, command));
        assertThat(machine.exited(id).code()).as(machine.output(id)).isZero();
        LogReader log = machine.processes.log(id);
        String text = new String(log.read(0, 16 * 1024 * 1024).bytes(), StandardCharsets.UTF_8);
        return Arrays.asList(text.split("\0", -1)).subList(0, arguments.size());
    }
}
