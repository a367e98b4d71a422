package dev.wellfield.server;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The operator's tokens that are limited to one permission each. */
final class Limited {
    private static final Map<String, String> TOKENS = new ConcurrentHashMap<>();

    private Limited() {}

    static String token(RunningServer server, String scope) {
        return TOKENS.computeIfAbsent(
                scope,
                ignored -> server.send(
                                "createToken",
                                "POST",
                                "/api/v1/tokens",
                                server.operator(),
                                RunningServer.json("{'name': 'only-" + scope.replace('.', '-') + "', 'scopes': ['"
                                        + scope + "']}"))
                        .json()
                        .get("secret")
                        .asString());
    }
}
