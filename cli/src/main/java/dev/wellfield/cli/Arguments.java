package dev.wellfield.cli;

import java.util.List;
import java.util.Set;

/**
 * The arguments of one call, cut where they mean different things: {@code own} is for us, {@code command} is what comes
 * after the first {@code --} of a submission and belongs to the workload, untouched.
 */
record Arguments(List<String> own, List<String> command) {
    private static final Set<String> WITH_VALUE = Set.of("--server", "--token", "--context");

    Arguments {
        own = List.copyOf(own);
        command = List.copyOf(command);
    }

    static Arguments of(String... args) {
        List<String> all = List.of(args);
        if (Words.COMPLETE.equals(firstWord(all))) {
            return new Arguments(all, List.of());
        }
        int end = all.indexOf("--");
        if (end < 0 || !"submit".equals(firstWord(all))) {
            return new Arguments(all, List.of());
        }
        return new Arguments(all.subList(0, end), all.subList(end + 1, all.size()));
    }

    /** The first argument that is neither an option nor an option's value; empty if there is none. */
    String word() {
        return firstWord(own);
    }

    private static String firstWord(List<String> args) {
        for (int i = 0; i < args.size(); i++) {
            String arg = args.get(i);
            if (WITH_VALUE.contains(arg)) {
                i++;
            } else if (!arg.startsWith("-")) {
                return arg;
            }
        }
        return "";
    }
}
