package dev.wellfield.server.rest;

import java.util.ArrayList;
import java.util.List;

/** Paths with valid values for their parameters. */
final class Paths {
    private Paths() {}

    /** A path of the operation, in {@code tenant} where it names one. */
    static String valid(Operation operation, String tenant) {
        String path = operation.path().replace("{tenant}", tenant);
        for (Parameter parameter : operation.parameters()) {
            if (parameter.place() == Parameter.Place.PATH) {
                path = path.replace("{" + parameter.name() + "}", sample(parameter));
            }
        }
        return path;
    }

    /** What the operation's required headers need, as name, value, name, value. */
    static List<String> headers(Operation operation) {
        List<String> headers = new ArrayList<>();
        for (Parameter parameter : operation.parameters()) {
            if (parameter.place() == Parameter.Place.HEADER && parameter.required()) {
                headers.add(parameter.name());
                headers.add(sample(parameter));
            }
        }
        return headers;
    }

    private static String sample(Parameter parameter) {
        return Samples.minimal(StubServer.CONTRACT.schemas())
                .of(parameter.schema())
                .asString();
    }
}
