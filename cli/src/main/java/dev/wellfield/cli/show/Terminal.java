package dev.wellfield.cli.show;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a command reads from and writes to, and what surrounds it. Results go to {@link #out}; progress, notes and errors to
 * {@link #err}. Used by the command's thread alone.
 */
public final class Terminal {
    private static final int BUFFER_BYTES = 8192;
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final InputStream in;
    private final PrintStream out;
    private final PrintStream err;
    private final Map<String, String> environment;
    private final InstantSource clock;
    private final boolean outIsTerminal;
    private boolean headings = true;
    private final boolean errIsTerminal;

    public Terminal(
            InputStream in,
            PrintStream out,
            PrintStream err,
            Map<String, String> environment,
            InstantSource clock,
            boolean outIsTerminal,
            boolean errIsTerminal) {
        this.in = in;
        this.out = out;
        this.err = err;
        this.environment = Map.copyOf(environment);
        this.clock = clock;
        this.outIsTerminal = outIsTerminal;
        this.errIsTerminal = errIsTerminal;
    }

    /** This process's own; a stream that isn't the process's is no terminal. */
    @SuppressWarnings("ReferenceEquality") // it is about this very stream
    public static Terminal of(PrintStream out, PrintStream err) {
        boolean ownOut = out == System.out;
        boolean ownErr = err == System.err;
        return new Terminal(
                System.in,
                ownOut ? utf8(FileDescriptor.out) : out,
                ownErr ? utf8(FileDescriptor.err) : err,
                System.getenv(),
                InstantSource.system(),
                ownOut && isTerminal(1),
                ownErr && isTerminal(2));
    }

    /** Machine formats are UTF-8 whatever the locale says. */
    private static PrintStream utf8(FileDescriptor descriptor) {
        return new PrintStream(
                new BufferedOutputStream(new FileOutputStream(descriptor), BUFFER_BYTES),
                false,
                StandardCharsets.UTF_8);
    }

    /** Linux tells for each descriptor apart; elsewhere the JDK's answer for the whole process has to do. */
    private static boolean isTerminal(int descriptor) {
        Path link = Path.of("/proc/self/fd/" + descriptor);
        try {
            String target = Files.readSymbolicLink(link).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            return Objects.requireNonNull(System.console()).isTerminal();
        }
    }

    public InputStream in() {
        return in;
    }

    public PrintStream out() {
        return out;
    }

    public PrintStream err() {
        return err;
    }

    public boolean errIsTerminal() {
        return errIsTerminal;
    }

    /** A variable of the environment; one that is empty counts as absent. */
    public Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(it -> !it.isBlank());
    }

    public Map<String, String> environment() {
        return environment;
    }

    public Instant now() {
        return clock.instant();
    }

    /** Whether results are shown in colours. */
    public boolean colours() {
        return outIsTerminal && coloursWanted();
    }

    /** Whether notes and errors are shown in colours. */
    public boolean errColours() {
        return errIsTerminal && coloursWanted();
    }

    private boolean coloursWanted() {
        return variable("NO_COLOR").isEmpty() && !variable("TERM").equals(Optional.of("dumb"));
    }

    public void line(String text) {
        out.println(text);
    }

    /** Whether tables and CSV begin with their columns' names. */
    public boolean headings() {
        return headings;
    }

    public void showHeadings(boolean shown) {
        headings = shown;
    }

    /** Whether somebody is there to answer a question. */
    @SuppressWarnings("ReferenceEquality") // it is about this very stream
    public boolean canAsk() {
        return errIsTerminal && (in != System.in || isTerminal(0));
    }

    /** A question, which its answer is typed behind. */
    public void ask(String question) {
        out.flush();
        err.print(question);
        err.flush();
    }

    public void print(Table table) {
        table.lines(colours()).stream().skip(headings ? 0 : 1).forEach(out::println);
    }

    /** Empties the screen, if results go to one. */
    public void clear() {
        if (outIsTerminal) {
            out.print("\u001b[H\u001b[2J");
        }
    }

    /** A piece of a result that has to be seen now. False if nobody reads any more. */
    public boolean piece(String text) {
        out.print(text);
        return !out.checkError();
    }

    /** A line about what is going on; not a result. */
    public void note(String text) {
        out.flush();
        err.println(text);
        err.flush();
    }

    public void flush() {
        out.flush();
        err.flush();
    }

    /** Something that takes its time; nothing is shown until {@link Progress#show}, and nothing off a terminal. */
    public Progress progress(String text) {
        return new Progress(text);
    }

    /** One line on a terminal's stderr that is overwritten and goes away in the end. */
    public final class Progress implements AutoCloseable {
        private final String text;
        private final long startNanos = System.nanoTime();
        private @Nullable Thread ticker;
        private boolean shown;

        private Progress(String text) {
            this.text = text;
        }

        /** Shows it from the second second on, each second, while the command's thread waits for something. */
        public void tick() {
            if (errIsTerminal) {
                ticker = Thread.ofPlatform().daemon().start(this::showEachSecond);
            }
        }

        private void showEachSecond() {
            try {
                while (true) {
                    Thread.sleep(SECOND);
                    show("");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        /** Shows it now, with {@code more} behind it, if more than a second has gone by since it began. */
        public synchronized void show(String more) {
            long seconds = (System.nanoTime() - startNanos) / SECOND.toNanos();
            if (errIsTerminal && seconds >= 1) {
                err.print("\r\u001b[K" + text + more + " (" + seconds + " s)");
                err.flush();
                shown = true;
            }
        }

        @Override
        public void close() {
            if (ticker != null) {
                ticker.interrupt();
                join(ticker);
            }
            if (shown) {
                err.print("\r\u001b[K");
                err.flush();
            }
        }

        private void join(Thread thread) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
