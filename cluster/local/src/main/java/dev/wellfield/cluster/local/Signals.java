package dev.wellfield.cluster.local;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** kill(2), for the signals that {@link ProcessHandle} does not have. */
final class Signals {

    static final int KILL = 9;
    static final int TERM = 15;
    static final int CONT = 18;

    private static final MethodHandle SEND = bind();

    private Signals() {}

    /** Sends the signal; a process that is gone by now is no error. */
    static void send(long pid, int signal) {
        if (pid <= 1 || pid == ProcessHandle.current().pid()) {
            throw new IllegalArgumentException("pid (" + pid + ") must be another process and above 1");
        }
        try {
            int ignored = (int) SEND.invokeExact((int) pid, signal);
        } catch (Throwable e) {
            throw new IllegalStateException("kill(" + pid + ", " + signal + ") could not be called", e);
        }
    }

    @SuppressWarnings("restricted")
    private static MethodHandle bind() {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow("kill"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    }
}
