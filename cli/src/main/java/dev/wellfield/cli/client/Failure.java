package dev.wellfield.cli.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Why a command could not do what it was asked: one plain sentence, the violations if there are any, and the next step. */
public final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ExitCode exitCode;
    private final transient List<String> details;
    private final @Nullable String nextStep;
    private final boolean stale;

    /**
     * @param sentence what went wrong, one plain sentence
     * @param details a line each, e.g. the violations
     * @param nextStep what to do now; null if the sentence says it
     */
    public Failure(ExitCode exitCode, String sentence, List<String> details, @Nullable String nextStep) {
        this(exitCode, sentence, details, nextStep, false);
    }

    /** @param stale somebody else has changed the thing meanwhile */
    Failure(ExitCode exitCode, String sentence, List<String> details, @Nullable String nextStep, boolean stale) {
        super(sentence, null, false, false);
        this.exitCode = exitCode;
        this.details = List.copyOf(details);
        this.nextStep = nextStep;
        this.stale = stale;
    }

    public static Failure of(ExitCode exitCode, String sentence) {
        return new Failure(exitCode, sentence, List.of(), null);
    }

    public static Failure of(ExitCode exitCode, String sentence, String nextStep) {
        return new Failure(exitCode, sentence, List.of(), nextStep);
    }

    /** Of a command that was called with wrong values. */
    public static Failure usage(List<Violation> violations) {
        String sentence = violations.size() == 1 ? "One value is wrong." : violations.size() + " values are wrong.";
        return new Failure(
                ExitCode.USAGE,
                sentence,
                violations.stream().map(Violation::sentence).toList(),
                null);
    }

    public ExitCode exitCode() {
        return exitCode;
    }

    /** The same of a command that was called with wrong values, as the server found. */
    public Failure asUsage() {
        return exitCode == ExitCode.FAILED && !details.isEmpty()
                ? new Failure(ExitCode.USAGE, sentence(), details, nextStep)
                : this;
    }

    /** Whether it was made from what isn't there any more, because somebody else was first. */
    public boolean stale() {
        return stale;
    }

    public String sentence() {
        return String.valueOf(getMessage());
    }

    public List<String> details() {
        return details;
    }

    public @Nullable String nextStep() {
        return nextStep;
    }
}
