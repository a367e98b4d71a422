package dev.wellfield.server.rest;

/**
 * One operation of the contract. Runs on a virtual thread of its own and may block, for as long as the request's
 * deadline allows; then its thread is interrupted.
 */
@FunctionalInterface
public interface OperationHandler {
    /**
     * Answers a valid, authorised request.
     *
     * @throws ProblemException for an expected refusal
     * @throws Unavailable when something that the answer needs is away; anything else becomes a 500 with an incident id
     */
    Reply handle(Call call) throws Exception;
}
