package dev.wellfield.server.rest;

import java.security.SecureRandom;
import java.util.HexFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.StringNode;

/** What was not expected: logged once under a random id, of which the caller sees nothing but the id. */
final class Incidents {
    private static final Logger LOG = LoggerFactory.getLogger(Incidents.class);
    private static final String INSTANCE = "urn:wellfield:incident:";
    private static final int ID_BYTES = 8;

    private final SecureRandom random = new SecureRandom();

    /** The problem that stands for {@code failure}. */
    Problem of(Operation operation, String requestId, Throwable failure) {
        if (failure instanceof ProblemException expected) {
            return expected.problem();
        }
        if (failure instanceof Unavailable away) {
            LOG.warn("{} ({}): {}: {}", operation.id(), requestId, away.getMessage(), causeOf(away));
            return Problem.unavailable("unavailable", "Not now: " + away.getMessage() + ". Try again in a moment.", 2);
        }
        String id = logged(operation, requestId, failure);
        return Problem.of(
                        500,
                        "internal",
                        "Something went wrong here",
                        "This is a fault of the server. Its log tells more under incident " + id + ".")
                .with("instance", StringNode.valueOf(INSTANCE + id));
    }

    /** Logs what can't be told any more, because the answer has begun. */
    String logged(Operation operation, String requestId, Throwable failure) {
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        String id = HexFormat.of().formatHex(bytes);
        LOG.error("incident {} in {} ({})", id, operation.id(), requestId, failure);
        return id;
    }

    private static String causeOf(Unavailable away) {
        return away.getCause() == null ? "" : away.getCause().toString();
    }
}
