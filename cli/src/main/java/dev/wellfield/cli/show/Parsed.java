package dev.wellfield.cli.show;

/** What became of a text that should be an amount. */
public sealed interface Parsed {
    /** @param amount in the unit that was asked for */
    record Amount(long amount) implements Parsed {}

    /** @param expected what would be right, with an example */
    record Wrong(String expected) implements Parsed {}
}
