package dev.wellfield.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * What a node says of the machine that it is.
 *
 * @param name its host name, made to fit the names of resources
 */
record ThisMachine(String name, long cpuMilli, long memoryMib) {
    private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");
    private static final Path MEMORY = Path.of("/proc/meminfo");
    private static final int NAME_LENGTH = 63;

    static ThisMachine read() throws IOException {
        long memoryKib = Files.readAllLines(MEMORY).stream()
                .filter(line -> line.startsWith("MemTotal:"))
                .map(line -> line.replaceAll("[^0-9]", ""))
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElseThrow(() -> new IOException(MEMORY + " has no MemTotal"));
        return new ThisMachine(
                nodeName(Files.readString(HOST_NAME).strip()),
                Runtime.getRuntime().availableProcessors() * 1000L,
                memoryKib / 1024);
    }

    static String nodeName(String hostName) {
        String fitting = hostName.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        String name = fitting.matches("[a-z].*") ? fitting : "node-" + fitting;
        return name.substring(0, Math.min(NAME_LENGTH, name.length())).replaceAll("-+$", "");
    }
}
