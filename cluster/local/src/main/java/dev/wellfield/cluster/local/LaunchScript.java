package dev.wellfield.cluster.local;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The script by which a shell of the tenant's own becomes the command. It comes to that shell as its input, so that
 * neither the command's secrets stand in a process's arguments nor a tenant's variable meets a process of root.
 */
record LaunchScript(LaunchSpec spec, Path home) {

    private static final String DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

    byte[] bytes() {
        String directory = String.valueOf(spec.workingDirectory() == null ? home : spec.workingDirectory());
        Map<String, String> environment = new TreeMap<>(spec.environment());
        environment.putIfAbsent("HOME", home.toString());
        environment.putIfAbsent("PATH", DEFAULT_PATH);
        environment.putIfAbsent("PWD", directory);
        environment.put("WELLFIELD_ALLOCATION", spec.allocationId());
        String exports = environment.entrySet().stream()
                .map(variable -> "export " + variable.getKey() + "=" + quoted(variable.getValue()) + "\n")
                .collect(Collectors.joining());
        String arguments = spec.command().stream().map(LaunchScript::quoted).collect(Collectors.joining(" "));
        return """
                umask 022
                cd -- %1$s || {
                    printf '[wellfield] the command was not run: its working directory %%s cannot be entered\\n' %1$s >&2
                    exit 126
                }
                set -- %2$s
                unset OLDPWD SHLVL
                %3$scommand -v -- "$1" >/dev/null || {
                    printf '[wellfield] the command was not run: %%s was not found (PATH is %%s)\\n' "$1" "$PATH" >&2
                    exit 127
                }
                exec "$@" </dev/null
                """.formatted(quoted(directory), arguments, exports).getBytes(StandardCharsets.UTF_8);
    }

    /** The text as one word of a POSIX shell. */
    static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
