package dev.wellfield.store.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Short programs of the system, run to their end with a time limit; their output is small. */
final class Command {
    private static final List<Path> FOLDERS = List.of(
            Path.of("/usr/bin"),
            Path.of("/bin"),
            Path.of("/usr/sbin"),
            Path.of("/sbin"),
            Path.of("/usr/local/bin"),
            Path.of("/usr/local/sbin"));
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private Command() {}

    /** How a program ended: exit status (127 if it isn't there) and what it wrote. */
    record Ending(int status, String output) {
        boolean good() {
            return status == 0;
        }
    }

    static Ending run(List<String> command) {
        List<String> resolved = new ArrayList<>(command);
        resolved.set(0, path(command.getFirst()));
        try {
            Process process = clean(new ProcessBuilder(resolved))
                    .directory(Path.of("/").toFile())
                    .redirectErrorStream(true)
                    .redirectInput(Path.of("/dev/null").toFile())
                    .start();
            if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return new Ending(124, "no end within " + LIMIT.toSeconds() + " s");
            }
            return new Ending(
                    process.exitValue(),
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());
        } catch (IOException e) {
            return new Ending(127, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            throw Deadline.interrupted(e);
        }
    }

    static boolean exists(String program) {
        return !path(program).equals(program);
    }

    /** Not by PATH, which belongs to whoever started us and may be empty under an init system. */
    static String path(String program) {
        return FOLDERS.stream()
                .map(folder -> folder.resolve(program))
                .filter(Files::isExecutable)
                .findFirst()
                .map(Path::toString)
                .orElse(program);
    }

    /** Gives nothing of our own environment (which may hold secrets) to the program. */
    static ProcessBuilder clean(ProcessBuilder builder) {
        var environment = builder.environment();
        environment.clear();
        environment.put("PATH", "/usr/bin:/bin:/usr/sbin:/sbin");
        environment.put("LC_ALL", "C");
        environment.put("TZ", "UTC");
        return builder;
    }
}
