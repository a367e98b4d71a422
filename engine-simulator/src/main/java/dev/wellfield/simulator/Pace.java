package dev.wellfield.simulator;

/**
 * How fast a sequence runs, in nanoseconds.
 *
 * @param stallsAfterTokens after so many tokens it keeps its place and stays silent; Integer.MAX_VALUE is never
 */
record Pace(long firstTokenNanos, long tokenNanos, int stallsAfterTokens) {

    static Pace of(SimulatorOptions options, Faults faults) {
        long first = faults.number(Fault.TTFT_MS).orElse(options.ttftMillis()) * 1_000_000L;
        long each = faults.has(Fault.TOKEN_MS)
                ? faults.number(Fault.TOKEN_MS).getAsInt() * 1_000_000L
                : 1_000_000_000L / options.tokensPerSecond();
        return new Pace(first, each, faults.number(Fault.STALL_AFTER_TOKENS).orElse(Integer.MAX_VALUE));
    }
}
