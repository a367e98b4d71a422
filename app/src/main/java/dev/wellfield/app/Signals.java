package dev.wellfield.app;

import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.LoggerFactory;

/**
 * SIGTERM and SIGINT: the first has the process end in order, the second at once. Java has no other way to tell a second one
 * than an interface that isn't its own, so that it is looked for by name.
 */
final class Signals {
    private static final int BY_SIGNAL = 128;

    private Signals() {}

    /** Ends with 0 on SIGTERM, as supervisors expect, and with 130 on Ctrl-C. */
    static void install() {
        on("TERM", 0, BY_SIGNAL + 15);
        on("INT", BY_SIGNAL + 2, BY_SIGNAL + 2);
    }

    private static void on(String name, int first, int second) {
        AtomicInteger seen = new AtomicInteger();
        try {
            Class<?> handlers = Class.forName("sun.misc.SignalHandler");
            Class<?> signals = Class.forName("sun.misc.Signal");
            Object handler = Proxy.newProxyInstance(
                    Signals.class.getClassLoader(), new Class<?>[] {handlers}, (proxy, method, args) -> {
                        if (method.getName().equals("handle")) {
                            received(seen.getAndIncrement(), first, second);
                        }
                        return null;
                    });
            signals.getMethod("handle", signals, handlers)
                    .invoke(null, signals.getConstructor(String.class).newInstance(name), handler);
        } catch (ReflectiveOperationException | RuntimeException e) {
            LoggerFactory.getLogger(Signals.class).debug("SIG{} does what Java has it do", name, e);
        }
    }

    /** What is journaled is on the disk already: the next start settles what was open. */
    private static void received(int before, int first, int second) {
        if (before == 0) {
            Thread.ofPlatform().name("signal").start(() -> System.exit(first));
        } else {
            Runtime.getRuntime().halt(second);
        }
    }
}
