package dev.wellfield.core.watch;

import dev.wellfield.core.watch.Signal.EngineState;
import dev.wellfield.core.watch.Signal.QuotaUse;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * When something is wrong.
 *
 * @param threshold what a value must exceed, in the unit of the code
 * @param lasting how long it must do so without a break before anybody is told
 * @param quiet how long it must not do so without a break before it counts as over
 */
public record Rule(Code code, Severity severity, long threshold, Duration lasting, Duration quiet) {
    /** The rules of every installation. An engine is down when it hasn't answered for 30 s. */
    public static final List<Rule> BUILT_IN = List.of(
            new Rule(Code.QUOTA_HIGH, Severity.WARNING, 800, Duration.ofMinutes(10), Duration.ofMinutes(5)),
            new Rule(
                    Code.ENGINE_DOWN,
                    Severity.CRITICAL,
                    EngineState.READY_FOR.toSeconds(),
                    Duration.ofSeconds(20),
                    Duration.ofMinutes(1)));

    public Rule {
        if (lasting.isNegative() || quiet.isNegative()) {
            throw new IllegalArgumentException(
                    "lasting (" + lasting + ") and quiet (" + quiet + ") must not be negative");
        }
    }

    /** What a rule looks at. */
    public enum Code {
        /** The used part of a quota, thousandths. */
        QUOTA_HIGH,
        /** How long an engine that should serve hasn't answered, seconds. */
        ENGINE_DOWN;

        /** The name in an alert's, e.g. {@code engine-down}. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** How urgent it is. */
    public enum Severity {
        WARNING,
        CRITICAL
    }

    /** What this rule compares with its threshold; empty if the signal is none of its. */
    public OptionalLong value(Signal signal) {
        return switch (code) {
            case QUOTA_HIGH -> signal instanceof QuotaUse use ? OptionalLong.of(use.permille()) : OptionalLong.empty();
            case ENGINE_DOWN ->
                signal instanceof EngineState engine ? OptionalLong.of(silence(engine)) : OptionalLong.empty();
        };
    }

    private static long silence(EngineState engine) {
        return switch (engine.life()) {
            case LOADING, READY -> 0;
            case SILENT, GONE -> engine.silentSeconds();
        };
    }

    /** Whether a value is wrong. */
    public boolean brokenBy(long value) {
        return value > threshold;
    }
}
