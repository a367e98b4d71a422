package dev.wellfield.cluster.local;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A program that starts workloads as a server does, to be killed by a test. Arguments: data directory, then pairs of an
 * allocation and the script that its shell runs. Prints the allocation when its start has returned, and stays.
 */
final class Server {

    private Server() {}

    public static void main(String[] arguments) {
        LocalProcesses processes = LocalProcesses.open(Path.of(arguments[0]));
        System.out.println("isolated " + processes.tenantsIsolated() + " "
                + processes.cgroups().version());
        for (int i = 1; i < arguments.length; i += 2) {
            processes.start(LaunchSpec.of(arguments[i], "ours", 1, List.of("sh", "-c", arguments[i + 1])));
            System.out.println(arguments[i]);
        }
        while (true) {
            LockSupport.park();
        }
    }

    /** Runs it in a Java machine of its own, behind a prefix such as setpriv's; it says why if it cannot run. */
    static Process launch(List<String> prefix, Path classes, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classes.toString(),
                Server.class.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /** The compiled classes of this module, copied to where every user can read them. */
    static Path classes(Path folder) throws IOException {
        for (Class<?> root : List.of(LocalProcesses.class, Server.class)) {
            Path from;
            try {
                from = Path.of(
                        root.getProtectionDomain().getCodeSource().getLocation().toURI());
            } catch (URISyntaxException e) {
                throw new IOException(e);
            }
            try (Stream<Path> files = Files.walk(from)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Path to = folder.resolve(from.relativize(file).toString());
                    Files.createDirectories(Objects.requireNonNull(to.getParent()));
                    Files.copy(file, to);
                }
            }
        }
        return folder;
    }

    static BufferedReader output(Process server) {
        return new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
    }
}
