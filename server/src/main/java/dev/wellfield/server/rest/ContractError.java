package dev.wellfield.server.rest;

/** The contract says something that this server can't keep; stops the start. */
public final class ContractError extends IllegalStateException {
    ContractError(String place, String what) {
        super("the contract at " + place + ": " + what);
    }
}
