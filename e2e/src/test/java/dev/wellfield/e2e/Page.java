package dev.wellfield.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A page of the documents as a person follows it: its {@code sh} blocks in their order, each with the output that the page
 * shows in the {@code text} block right after it.
 *
 * @param name its path in the repository
 */
record Page(String name, List<Step> steps) {
    private static final Pattern BLOCK =
            Pattern.compile("(?ms)^(<!-- patiently[^>]*-->\\n+)?```sh\\n(.*?)^```\\n(?:\\n*```text\\n(.*?)^```\\n)?");
    private static final String ANYTHING = "…";

    /**
     * What is typed at once.
     *
     * @param shown lines that it says in this order, with … for what differs each time; spaces count as one
     * @param patiently whether it is what comes true within a minute and is typed again until then
     */
    record Step(String commands, List<String> shown, boolean patiently) {
        /** The first shown line that {@code said} lacks; empty if it says them all in order. */
        String missing(String said) {
            List<String> lines = said.lines().map(Step::oneSpace).toList();
            int from = 0;
            for (String line : shown) {
                Pattern wanted = Pattern.compile(Pattern.compile(ANYTHING)
                        .splitAsStream(oneSpace(line) + " ")
                        .map(String::stripTrailing)
                        .map(Pattern::quote)
                        .collect(Collectors.joining(".*")));
                int at = from;
                while (at < lines.size() && !wanted.matcher(lines.get(at)).matches()) {
                    at++;
                }
                if (at == lines.size()) {
                    return line;
                }
                from = at + 1;
            }
            return "";
        }

        private static String oneSpace(String line) {
            return line.strip().replaceAll("\\s+", " ");
        }
    }

    static Page read(String name) {
        try {
            return of(name, Files.readString(Installation.ROOT.resolve(name)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Page of(String name, String text) {
        List<Step> steps = new ArrayList<>();
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            List<String> shown = block.group(3) == null
                    ? List.of()
                    : block.group(3)
                            .lines()
                            .filter(line -> !line.isBlank() && !line.strip().equals(ANYTHING))
                            .toList();
            steps.add(new Step(block.group(2), shown, block.group(1) != null));
        }
        return new Page(name, List.copyOf(steps));
    }

    /** Whether it starts its own server. */
    boolean starts() {
        return steps.stream().anyMatch(step -> step.commands().contains("wellfield up"));
    }

    /** One script for one shell, which marks where each step's output begins. */
    String script() {
        int receiver = freePort();
        StringBuilder script = new StringBuilder(
                        "set -euo pipefail\nexec 2>&1\ntrap 'kill $(jobs -p) 2>/dev/null || true' EXIT\ncd ")
                .append(Path.of(Installation.ROOT.toString()))
                .append("\nexport PATH=\"$PWD:$PATH\"\n");
        for (int i = 0; i < steps.size(); i++) {
            String commands = elsewhere(steps.get(i).commands(), receiver);
            script.append("echo; echo '").append(mark(i)).append("'\n");
            script.append(steps.get(i).patiently() ? patiently(commands) : commands);
        }
        return script.append("echo; echo '")
                .append(mark(steps.size()))
                .append("'\n")
                .toString();
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String mark(int step) {
        return "@@ step " + step;
    }

    /** What the step said, of all that the script said; all of the rest if it was the last that ran. */
    static String said(String all, int step) {
        int begin = all.indexOf(mark(step) + "\n");
        if (begin < 0) {
            return "";
        }
        int end = all.indexOf("\n" + mark(step + 1) + "\n", begin);
        return all.substring(begin + mark(step).length() + 1, end < 0 ? all.length() : end);
    }

    /** On free ports, which only a server that runs can tell; 8490 is a receiver's of the page itself. */
    private static String elsewhere(String commands, int receiver) {
        return commands.replace("8490", Integer.toString(receiver))
                .replace(
                        "http://127.0.0.1:8480",
                        "$(sed -n 's/.*\"gatewayUrl\":\"\\([^\"]*\\)\".*/\\1/p' $WELLFIELD_DATA/run.json)")
                .replace(
                        "http://127.0.0.1:8470",
                        "$(sed -n 's/.*\"url\":\"\\([^\"]*\\)\".*/\\1/p' $WELLFIELD_DATA/run.json)");
    }

    /** In a shell of its own, and not as a condition: there {@code set -e} would mean nothing. */
    private static String patiently(String commands) {
        return "for i in $(seq 90); do\nset +e\n(set -e\n" + commands
                + ") >$WELLFIELD_DATA.step 2>&1\nstatus=$?\nset -e\nif [ $status = 0 ]; then break; fi\nsleep 1\ndone\n"
                + "cat $WELLFIELD_DATA.step\n[ $status = 0 ]\n";
    }
}
