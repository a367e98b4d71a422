package dev.wellfield.cluster.local;

import java.util.Locale;

/** One of a command's two outputs. */
public enum LogStream {
    STDOUT,
    STDERR;

    String prefix() {
        return name().toLowerCase(Locale.ROOT) + ".";
    }
}
